package org.ssdtier.files.transfer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The failures of a transfer, which goes on with the other files. The first ones are kept. Thread-safe. */
public final class Failures {
    /** The number of failures after which a transfer ends. */
    public static final int MOST = 1_000;

    private final List<String> first = new ArrayList<>();
    private long count;

    /** Adds a failure. */
    public synchronized void add(String what) {
        if (count++ < MOST) {
            first.add(what);
        }
    }

    /** Returns the number of failures. */
    public synchronized long count() {
        return count;
    }

    /** Returns the first failures. */
    public synchronized List<String> first() {
        return List.copyOf(first);
    }

    /** Returns whether a transfer has too many failures to go on. */
    synchronized boolean areTooMany() {
        return count >= MOST;
    }

    /**
     * Ends a transfer with too many failures.
     *
     * @throws IOException if there are; the message has the first one
     */
    synchronized void throwIfTooMany() throws IOException {
        if (areTooMany()) {
            throw new IOException(MOST + " files failed; first: " + first.get(0));
        }
    }
}
