package org.ssdtier.keyindex;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open key index.
 *
 * @param name name of its file
 * @param errors number of its look-ups that the device failed
 */
record OpenKeyIndex(KeyIndexFile file, String name, AtomicInteger errors) {
    OpenKeyIndex(KeyIndexFile file, String name) {
        this(file, name, new AtomicInteger());
    }

    long bytes() {
        return file.header().fileBytes();
    }
}
