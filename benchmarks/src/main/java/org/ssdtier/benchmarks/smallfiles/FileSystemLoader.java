package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.ycsb.FileStoreClient;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** A YCSB database that writes each record as a file below a directory. A key is a path. */
final class FileSystemLoader extends PartialDb {
    private static final Logger logger = LoggerFactory.getLogger(FileSystemLoader.class);

    private final Path root;

    FileSystemLoader(Path root) {
        this.root = root;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        Path file = root.resolve(key.substring(1));
        ByteIterator content = Objects.requireNonNull(values.get(FileStoreClient.CONTENT));
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, content.toArray());
            return Status.OK;
        } catch (IOException e) {
            logger.debug("file={}: not written: {}", file, e.toString());
            return Status.ERROR;
        }
    }
}
