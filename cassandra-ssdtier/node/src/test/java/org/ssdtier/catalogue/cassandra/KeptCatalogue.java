package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a closed catalogue, to be copied with one bit flipped. Empty pages are left out. */
final class KeptCatalogue {
    private static final String SEGMENT = "segment-";
    private static final int PAGE_BYTES = 4096;

    /** A bit to flip in a file. */
    record Flip(String file, int offset) {}

    private final Map<String, byte[]> files = new TreeMap<>();
    private final Path copies;
    private int number;

    /** @param copies directory for the copies */
    KeptCatalogue(Path directory, Path copies) throws IOException {
        this.copies = Files.createDirectories(copies);
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
    }

    /** Returns a flip for every {@code step}-th byte of the segments, without unused pages. */
    List<Flip> flips(int step) {
        List<Flip> flips = new ArrayList<>();
        files.forEach((name, content) -> {
            for (int offset = 0; name.startsWith(SEGMENT) && offset < content.length; offset += step) {
                if (isInUse(content, offset / PAGE_BYTES)) {
                    flips.add(new Flip(name, offset));
                }
            }
        });
        return flips;
    }

    /** Creates a copy with this bit flipped. */
    Path copy(Flip flip) throws IOException {
        Path directory = copies.resolve("copy-" + ++number);
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            byte[] bytes = file.getValue();
            try (RandomAccessFile copy =
                    new RandomAccessFile(directory.resolve(file.getKey()).toFile(), "rw")) {
                copy.setLength(bytes.length);
                for (int page = 0; page * PAGE_BYTES < bytes.length; page++) {
                    if (isInUse(bytes, page)) {
                        copy.seek((long) page * PAGE_BYTES);
                        copy.write(bytes, page * PAGE_BYTES, Math.min(PAGE_BYTES, bytes.length - page * PAGE_BYTES));
                    }
                }
                if (file.getKey().equals(flip.file)) {
                    copy.seek(flip.offset);
                    copy.write(bytes[flip.offset] ^ 0x10);
                }
            }
        }
        return directory;
    }

    private static boolean isInUse(byte[] bytes, int page) {
        for (int at = page * PAGE_BYTES; at < Math.min(bytes.length, (page + 1) * PAGE_BYTES); at++) {
            if (bytes[at] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Deletes a copy and the files that were set aside from it. */
    void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(copies)) {
            for (Path path : all.filter(path -> !path.equals(copies))
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(path);
            }
        }
        if (Files.exists(directory)) {
            throw new IOException("directory=" + directory + ": is still there");
        }
    }
}
