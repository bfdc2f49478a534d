package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.List;

/** Static methods to close several resources, even if closing one of them fails. */
public final class Closing {
    private Closing() {}

    /**
     * Closes all resources.
     *
     * @throws IOException the first failure, with the others as suppressed exceptions
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
