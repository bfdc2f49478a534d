package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The faults of a node on a small file system in memory, in the order in which they can follow each other. */
enum CacheFault implements AlertFault {
    /** Rows that are read once. */
    ROWS_READ_ONCE("SsdRowCacheLowHitRatio") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            node.invalidate("wide");
            node.readAll("wide", MonitoredNode.WIDE);
        }
    },
    /** More small rows than the index can hold. */
    MANY_SMALL_ROWS("SsdRowCacheIndexFull") {
        @Override
        public void happen(MonitoredNode node) {
            node.readAll("tiny", MonitoredNode.TINY);
        }
    },
    /** A drive that flips bits. */
    FLIPPED_BITS("SsdRowCacheDamagedRecords") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            for (int round = 0; round < 2; round++) {
                node.readAll("goods", MonitoredNode.GOODS);
            }
            try (Stream<Path> files = Files.list(node.tierDirectory())) {
                for (Path file : files.toList()) {
                    if (file.getFileName().toString().startsWith("segment-")) {
                        flipBits(file);
                    }
                }
            }
            node.readAll("goods", MonitoredNode.GOODS);
        }
    },
    /** A pause that an operator has forgotten. */
    FORGOTTEN_PAUSE("SsdRowCachePaused") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            node.verbs().pauseTier();
        }

        @Override
        public void end(MonitoredNode node) throws IOException {
            node.verbs().resumeTier();
        }
    },
    /** A directory that is gone, with a file in its place. */
    LOST_DIRECTORY("SsdRowCacheOffline") {
        @Override
        public void happen(MonitoredNode node) throws IOException {
            Path directory = node.tierDirectory();
            if (Files.isDirectory(directory)) {
                Files.move(directory, directory.resolveSibling("lost"));
                Files.writeString(directory, "");
            }
        }
    },
    /** A file system without room for all segments: the lost ones still take it. */
    FULL_FILE_SYSTEM("SsdRowCacheShrunk") {
        @Override
        public boolean isPossible(MonitoredNode node) {
            return node.places().isSmallDisk();
        }

        @Override
        public void happen(MonitoredNode node) throws IOException {
            if (Files.isRegularFile(node.tierDirectory())) {
                Files.delete(node.tierDirectory());
            }
        }
    };

    private static final int PAGE_BYTES = 4096;
    private static final int FLIP_EVERY_BYTES = 64;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
    private final Set<String> alerts;

    CacheFault(String... alerts) {
        this.alerts = Set.copyOf(List.of(alerts));
    }

    @Override
    public Set<String> alerts() {
        return alerts;
    }

    /** Flips a bit in every 64 bytes behind the first page, which damages every record. */
    private static void flipBits(Path segment) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            byte[] bytes = new byte[(int) file.length()];
            file.readFully(bytes);
            for (int at = PAGE_BYTES; at < bytes.length; at += FLIP_EVERY_BYTES) {
                bytes[at] ^= 4;
            }
            file.seek(0);
            file.write(bytes);
            file.getFD().sync();
        }
    }
}
