package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.List;

/** Closes several things, whatever happens to one of them. */
public final class Closing {
    private Closing() {}

    /**
     * Closes all.
     *
     * @throws IOException of the first that could not be closed, with those of the others in it
     */
    public static void all(List<? extends AutoCloseable> resources) throws IOException {
        IOException failure = null;
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception e) {
                IOException one = e instanceof IOException io ? io : new IOException(e);
                if (failure == null) {
                    failure = one;
                } else {
                    failure.addSuppressed(one);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
