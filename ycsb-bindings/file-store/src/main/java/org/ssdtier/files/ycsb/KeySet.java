package org.ssdtier.files.ycsb;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.Zipf;

/** The paths that a workload requests, percent-encoded. Immutable. */
final class KeySet {
    private final List<byte[]> keys;

    private KeySet(List<byte[]> keys) {
        this.keys = keys;
    }

    /**
     * Reads a set from where it is.
     *
     * @param source a file with a path a line, or {@code redis://HOST:PORT/LIST}
     */
    static KeySet from(String source) throws IOException {
        KeySet keys = source.startsWith("redis://") ? of(RedisKeys.read(source)) : ofFile(Path.of(source));
        if (keys.size() == 0) {
            throw new IOException("files.keys=" + source + ": no keys");
        }
        return keys;
    }

    private static KeySet ofFile(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    lines.add(line);
                }
            }
        }
        return of(lines);
    }

    static KeySet of(Iterable<String> paths) {
        List<byte[]> keys = new ArrayList<>();
        paths.forEach(path -> keys.add(path.getBytes(StandardCharsets.UTF_8)));
        return new KeySet(keys);
    }

    /**
     * Returns as many files as the load phase inserts, in directories of unequal sizes: about 1,600 files each, as in
     * the paper, distributed with the probabilities of a Zipf distribution of exponent 0.5.
     */
    static KeySet generated(long files, long seed) {
        long directories = Math.max(1, files / 1_600);
        Zipf zipf = new Zipf(0.5);
        List<byte[]> keys = new ArrayList<>();
        for (long file = 0; file < files; file++) {
            long directory = zipf.next(new SplittableRandom(Mix.of(seed, 3, file)), directories);
            String path = "/images/" + directory % 100 + "/d" + directory + "/f" + file + ".jpg";
            keys.add(path.getBytes(StandardCharsets.UTF_8));
        }
        return new KeySet(keys);
    }

    int size() {
        return keys.size();
    }

    String get(long index) {
        return new String(keys.get((int) index), StandardCharsets.UTF_8);
    }

    /** Returns the directories of the files, each once. */
    KeySet directories() {
        Set<String> directories = new TreeSet<>();
        for (byte[] key : keys) {
            directories.add(StorePath.ofEscaped(new String(key, StandardCharsets.UTF_8))
                    .parent()
                    .escaped());
        }
        return of(directories);
    }
}
