package org.ssdtier.rowcache;

import java.io.IOException;
import org.ssdtier.segmentlog.device.Storage;

/** A factory of the SSD tier's storage, called at each start of the tier. */
@FunctionalInterface
interface StorageSource {
    Storage open() throws IOException;
}
