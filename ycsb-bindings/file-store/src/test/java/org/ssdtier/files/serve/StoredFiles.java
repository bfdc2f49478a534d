package org.ssdtier.files.serve;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import org.ssdtier.files.model.ContentTypes;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;

/** Static methods to put files for tests of the server, all of the same time. */
final class StoredFiles {
    private StoredFiles() {}

    static void put(FileStore store, String path, byte[] content) throws IOException {
        StorePath to = StorePath.of(path);
        store.put(
                to,
                new ByteArrayInputStream(content),
                new FileAttributes(Instant.parse("2026-02-03T04:05:06Z"), 0644, ContentTypes.of(to)));
    }
}
