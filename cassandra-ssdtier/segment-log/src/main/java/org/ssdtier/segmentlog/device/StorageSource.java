package org.ssdtier.segmentlog.device;

import java.io.IOException;

/** A factory of a storage, called at each start of its owner and after each failure of the device. */
@FunctionalInterface
public interface StorageSource {
    /**
     * Opens the storage.
     *
     * @return the storage; the caller closes it
     * @throws IOException when it cannot be opened
     */
    Storage open() throws IOException;
}
