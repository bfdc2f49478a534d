package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The SSTables of a data set. Two data sets of the same seed have the same rows, but not the same SSTables: when memtables
 * are flushed and which SSTables are compacted together depends on the speed of threads. A read's cost depends on it.
 *
 * @param sstables the SSTables, the largest first
 * @param digest digest of their sizes and levels; results with the same digest were measured on SSTables of the same sizes and levels
 */
record Layout(List<SSTable> sstables, String digest) {
    private static final Pattern LEVEL = Pattern.compile("(?m)^SSTable Level: (\\d+)$");
    private static final int DIGEST_CHARACTERS = 16;

    Layout {
        sstables = List.copyOf(sstables);
    }

    /**
     * An SSTable.
     *
     * @param bytes bytes of its file of rows
     * @param level its level; 0 unless the compaction strategy is levelled
     */
    record SSTable(long bytes, int level) {}

    /** Returns the layout of some SSTables, given in any order. */
    static Layout of(List<SSTable> sstables) {
        List<SSTable> sorted = sstables.stream()
                .sorted(Comparator.comparingLong(SSTable::bytes).reversed().thenComparingInt(SSTable::level))
                .toList();
        return new Layout(sorted, digest(sorted));
    }

    /**
     * Returns the layout of some SSTables as {@code sstablemetadata} describes them.
     *
     * @param files files of the rows of the SSTables
     * @param metadata output of {@code sstablemetadata} for these files in the same order
     * @throws IOException if it does not have a level for each file
     */
    static Layout of(List<Path> files, String metadata) throws IOException {
        List<Integer> levels = new ArrayList<>();
        Matcher level = LEVEL.matcher(metadata);
        while (level.find()) {
            levels.add(Integer.valueOf(level.group(1)));
        }
        if (levels.size() != files.size()) {
            throw new IOException(
                    "sstables=" + files.size() + " levels=" + levels.size() + ": sstablemetadata printed " + metadata);
        }
        List<SSTable> sstables = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            sstables.add(new SSTable(Files.size(files.get(i)), levels.get(i)));
        }
        return of(sstables);
    }

    private static String digest(List<SSTable> sstables) {
        StringBuilder text = new StringBuilder();
        sstables.forEach(sstable ->
                text.append(sstable.level).append(' ').append(sstable.bytes).append('\n'));
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
