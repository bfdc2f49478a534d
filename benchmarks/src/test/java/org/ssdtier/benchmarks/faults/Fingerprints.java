package org.ssdtier.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Static methods to detect changes of the files in a directory. */
final class Fingerprints {
    private Fingerprints() {}

    /** Returns owner, mode, length and checksum of every file, by name. */
    static Map<String, String> of(Path directory) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                CRC32C checksum = new CRC32C();
                checksum.update(Files.readAllBytes(file));
                all.put(
                        file.getFileName().toString(),
                        Files.getOwner(file) + " " + Files.getPosixFilePermissions(file) + " " + Files.size(file) + " "
                                + checksum.getValue());
            }
        }
        return all;
    }
}
