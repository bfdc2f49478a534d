package org.ssdtier.keyindex;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The keys of an SSTable that exists only in memory, and the model of look-ups in it. */
final class RandomKeys implements KeySource {
    /** Largest partition of these keys, in bytes: now and then one is this large. */
    private static final long LARGEST_PARTITION = 1L << 38;

    private final List<Key> keys = new ArrayList<>();
    private final Map<Long, List<Key>> byToken = new HashMap<>();

    /** A key of the SSTable. */
    record Key(long token, long position, boolean hasOwnIndex) {}

    /** The distribution of the tokens. */
    enum Tokens {
        UNIFORM,
        /** Close to each other, many of them equal. */
        CROWDED,
        /** From one end of the ring to the other, with both ends. */
        ENDS
    }

    RandomKeys(Random random, int count, Tokens tokens) {
        long[] sorted = new long[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = switch (tokens) {
                case UNIFORM -> random.nextLong();
                case CROWDED -> random.nextInt(1 + count * 2) - count;
                case ENDS ->
                    random.nextBoolean() ? Long.MIN_VALUE + random.nextInt(3) : Long.MAX_VALUE - random.nextInt(3);
            };
        }
        Arrays.sort(sorted);
        long position = 0;
        for (long token : sorted) {
            Key key = new Key(token, position, random.nextInt(50) == 0);
            keys.add(key);
            byToken.computeIfAbsent(token, first -> new ArrayList<>()).add(key);
            position += random.nextInt(2_000) == 0 ? LARGEST_PARTITION : 1 + random.nextInt(3_000);
        }
    }

    List<Key> keys() {
        return keys;
    }

    boolean hasToken(long token) {
        return byToken.containsKey(token);
    }

    /** Returns whether a look-up of a present token may be answered with a position. */
    boolean isPlain(long token) {
        List<Key> same = byToken.getOrDefault(token, List.of());
        return same.size() == 1 && !same.get(0).hasOwnIndex();
    }

    /** Returns whether the answer to a look-up of a present token is true. */
    boolean isTrue(long token, long found) {
        return found == KeyPosition.UNKNOWN
                || (isPlain(token) && found == byToken.get(token).get(0).position());
    }

    @Override
    public void forEach(KeySink sink) throws IOException {
        for (Key key : keys) {
            sink.accept(key.token(), key.position(), key.hasOwnIndex());
        }
    }
}
