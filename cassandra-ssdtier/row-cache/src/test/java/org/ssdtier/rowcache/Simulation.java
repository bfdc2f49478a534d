package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.index.KeyHash;
import org.ssdtier.segmentlog.device.HookStorage;

/**
 * One seeded run of the whole cache against a model of a table.
 *
 * <p>The model consists of a memtable, the data on disk, a version for each key, and views of memtable and disk at one
 * moment, like Cassandra's. Readers, flushes, truncates, imports and single drops run step by step in random order.
 * Whenever the cache reads its clock or a device is read or written, other steps run <i>inside</i> the interrupted one.
 * So a single thread runs every relevant interleaving, and a seed reproduces it.
 *
 * <p>The invariant: a reader's result from an image and the memtable of its view equals that from disk and memtable of
 * the same view; and the image is of the requested key.
 */
final class Simulation {
    private static final UUID ID = new UUID(3, 4);
    private static final int KEYS = 20;
    private static final int IMAGE_BYTES = 150;
    private static final int MAX_DEPTH = 3;
    /** Readers of the SSD: more than there are steps within steps. */
    private static final int READERS = 16;

    /** A sequence of steps; {@link #step} returns whether there is another one. */
    private interface Actor {
        boolean step();
    }

    /** A reader's view. */
    private record View(Map<Integer, Integer> memtable, Map<Integer, Integer> disk) {}

    /** A point where the cache may be interrupted. */
    private enum Interruption {
        CLOCK,
        /** A flush that merges an image, without a lock. */
        MERGE,
        DEVICE_READ,
        /** A write in the middle of an append: only steps that do not use the log may run. */
        DEVICE_WRITE
    }

    private final Random random;
    private final boolean isCompressed;
    private final HookStorage storage = new HookStorage();
    private final List<Actor> readers = new ArrayList<>();
    private final List<Actor> changes = new ArrayList<>();
    private final Set<Actor> playing = new HashSet<>();
    private Map<Integer, Integer> memtable = new HashMap<>();
    private Map<Integer, Integer> flushing = new HashMap<>();
    private Map<Integer, Integer> disk = new HashMap<>();
    private TieredCache cache;
    private CachedTable table;
    private int version;
    private int digest;
    private int depth;
    private boolean working;
    private boolean sick;
    private long nanos;
    private @Nullable AssertionError failure;
    private long reads;
    private long hits;
    private long ssdHits;
    private long compressedHits;
    private long lost;

    Simulation(long seed) {
        this(seed, false);
    }

    Simulation(long seed, boolean isCompressed) {
        random = new Random(seed);
        this.isCompressed = isCompressed;
        cache = open();
        table = cache.table(ID);
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) throws IOException {
                interrupted(Interruption.DEVICE_READ);
                failIfSick();
            }

            @Override
            public void afterRead(String device, ByteBuffer read) {
                if (sick && read.hasRemaining() && random.nextInt(4) == 0) {
                    int at = read.position() + random.nextInt(read.remaining());
                    read.put(at, (byte) (read.get(at) ^ (1 << random.nextInt(8))));
                }
            }

            @Override
            public void beforeWrite(String device) throws IOException {
                interrupted(Interruption.DEVICE_WRITE);
                failIfSick();
            }
        });
    }

    /** Runs {@code steps} steps, then closes everything. */
    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            play(null);
            throwFailure();
            if (random.nextInt(150) == 0) {
                restart();
            }
        }
        while (!changes.isEmpty()) {
            advance(changes, 0);
        }
        storage.calm();
        readers.clear();
        cache.close();
        check(
                cache.imageMemory().liveAllocations() == 0,
                "blocks never freed: " + cache.imageMemory().liveAllocations());
        check(cache.stats().errors() == 0, "exceptions: " + cache.stats().errors());
        throwFailure();
    }

    long reads() {
        return reads;
    }

    long hits() {
        return hits;
    }

    long ssdHits() {
        return ssdHits;
    }

    long compressedHits() {
        return compressedHits;
    }

    long lost() {
        return lost;
    }

    // ---- the scheduler ----

    private void interrupted(Interruption interruption) {
        if (cache == null || table == null || depth >= MAX_DEPTH || random.nextInt(3) != 0) {
            return;
        }
        depth++;
        try {
            for (int left = random.nextInt(4); left > 0; left--) {
                play(interruption);
            }
        } finally {
            depth--;
        }
    }

    private void play(@Nullable Interruption interruption) {
        boolean usesLog = interruption != Interruption.DEVICE_WRITE;
        int choice = random.nextInt(100);
        if (choice < 40 && usesLog) {
            if (readers.size() < 3) {
                readers.add(new Reader(key()));
            }
            advance(readers, random.nextInt(readers.size()));
        } else if (choice < 62 && usesLog) {
            work();
        } else if (choice < 82) {
            change(usesLog);
        } else if (choice < 90) {
            memtable.put(key(), ++version);
        } else if (choice < 96) {
            TestCache.evict(cache);
        } else {
            operate(random.nextInt(24));
        }
    }

    private void work() {
        if (working) {
            return;
        }
        working = true;
        try {
            for (int left = random.nextInt(12); left > 0 && cache.work(); left--) {
                // the condition does all the work
            }
        } finally {
            working = false;
        }
    }

    private void change(boolean usesLog) {
        if (changes.size() < 2 && random.nextInt(changes.isEmpty() ? 25 : 60) == 0) {
            int kind = random.nextInt(10);
            if (kind < 6 && flushing.isEmpty()) {
                changes.add(new Flush());
            } else if (kind < 7 && random.nextInt(3) == 0) {
                changes.add(new Truncate());
            } else if (kind < 8) {
                changes.add(new Import());
            } else {
                changes.add(new Rewrite(key()));
            }
        }
        if (!changes.isEmpty()) {
            int index = random.nextInt(changes.size());
            if (usesLog || !(changes.get(index) instanceof Flush)) {
                advance(changes, index);
            }
        }
    }

    private void operate(int choice) {
        switch (choice) {
            case 0 -> {
                if (random.nextInt(4) == 0) {
                    cache.clear();
                }
            }
            case 1 -> cache.ssd().pause();
            case 2, 3, 4, 5, 6 -> cache.ssd().resume();
            case 7 -> {
                cache.setMemoryCapacity(0);
                cache.setMemoryCapacity(4 << 10);
            }
            case 8 -> cache.purge(table);
            case 9, 10 -> sick = random.nextInt(6) == 0;
            case 11, 12 -> nanos += 70_000_000_000L;
            case 14 -> {
                if (random.nextInt(4) == 0) {
                    cache.compression().forgetAll();
                }
            }
            case 13 -> cache.ssd().resize((4L + random.nextInt(5)) * (16 << 10));
            default -> nanos += 2_000_000_000L;
        }
    }

    /** Runs some steps of an actor, usually several, so that most readers complete between two changes. */
    private void advance(List<Actor> actors, int index) {
        Actor actor = actors.get(index);
        if (playing.contains(actor)) {
            return;
        }
        playing.add(actor);
        boolean more = true;
        for (int left = 1 + random.nextInt(6); more && left > 0; left--) {
            more = actor.step();
        }
        playing.remove(actor);
        if (!more) {
            actors.remove(actor);
        }
    }

    // ---- the cache ----

    private TieredCache open() {
        SsdOptions ssd = SsdOptions.of(
                        Path.of("unused"),
                        new SsdOptions.Geometry(6L * (16 << 10), 16 << 10, 4096, 16 << 10),
                        Admission.ALL)
                .withIoErrorThreshold(3)
                .withReads(0, READERS);
        return TieredCache.open(StoredImages.compressed(TestCache.options(storage, this::clock, 4 << 10), isCompressed)
                .pendingCapacityBytes(6 << 10)
                .ssd(ssd)
                .build());
    }

    private long clock() {
        interrupted(Interruption.CLOCK);
        return nanos;
    }

    /** Ends all readers and changes, stops cleanly or not, changes the data on disk or not, and opens again. */
    private void restart() {
        if (working || depth > 0) {
            return;
        }
        while (!changes.isEmpty()) {
            advance(changes, 0);
        }
        readers.clear();
        depth = MAX_DEPTH;
        sick = false;
        if (random.nextInt(5) == 0) {
            cache.close();
        } else {
            cache.cleanStop(TestCache.IDENTITY, id -> random.nextInt(8) == 0 ? null : digest());
        }
        check(
                cache.imageMemory().liveAllocations() == 0,
                "blocks never freed: " + cache.imageMemory().liveAllocations());
        check(cache.stats().errors() == 0, "exceptions: " + cache.stats().errors());
        if (random.nextInt(4) == 0) {
            switchTo(Map.of(key(), ++version));
        }
        cache = open();
        table = cache.table(ID);
        depth = 0;
        if (random.nextInt(10) > 0) {
            readers.add(new Confirmation());
        }
    }

    private byte[] digest() {
        return ByteBuffer.allocate(4).putInt(digest).array();
    }

    // ---- the table ----

    private int key() {
        return Math.min(random.nextInt(KEYS), random.nextInt(KEYS));
    }

    /** Returns a key whose hash may collide: some keys share the whole hash, more share the fingerprint. */
    private RowKey rowKey(int key) {
        long hash = key % 8 == 0 ? 0x1234567890abcdefL : (KeyHash.mix(key) & ~0xffffL) | key % 3;
        return new RowKey(table, new byte[] {(byte) key, 1, 2}, key, hash);
    }

    private static ByteBuffer image(int key, int value) {
        return ByteBuffer.allocate(IMAGE_BYTES).putInt(0, key).putInt(4, value);
    }

    private View view() {
        Map<Integer, Integer> both = new HashMap<>(flushing);
        memtable.forEach((key, value) -> both.merge(key, value, Math::max));
        return new View(both, disk);
    }

    private void switchTo(Map<Integer, Integer> added) {
        Map<Integer, Integer> next = new HashMap<>(disk);
        added.forEach((key, value) -> next.merge(key, value, Math::max));
        disk = next;
        digest++;
    }

    /** A reader: ticket, view, look-up, publish. */
    private final class Reader implements Actor {
        private final int key;
        private int step;
        private long ticket;
        private @Nullable View view;

        Reader(int key) {
            this.key = key;
        }

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> ticket = table.ticket();
                case 1 -> view = view();
                case 2 -> {
                    return !isHit();
                }
                default -> {
                    assert view != null;
                    ByteBuffer image = image(key, view.disk().getOrDefault(key, 0));
                    StoredImages.publish(cache, rowKey(key), ticket, image);
                    return false;
                }
            }
            return true;
        }

        private boolean isHit() {
            assert view != null;
            reads++;
            try (Image image = cache.get(rowKey(key), ticket)) {
                if (image == null) {
                    return false;
                }
                ByteBuffer bytes = StoredImages.original(cache, table, image.bytes());
                if (bytes == null) {
                    lost++;
                    return false;
                }
                hits++;
                ssdHits += image.tier() == Tier.SSD ? 1 : 0;
                compressedHits += bytes.remaining() > image.bytes().remaining() ? 1 : 0;
                check(bytes.getInt(0) == key, "foreign: key=" + key + " image of key=" + bytes.getInt(0));
                int inMemtable = view.memtable().getOrDefault(key, 0);
                int expected = Math.max(view.disk().getOrDefault(key, 0), inMemtable);
                int answer = Math.max(bytes.getInt(4), inMemtable);
                check(
                        answer == expected,
                        "stale: key=" + key + " answer=" + answer + " expected=" + expected + " image="
                                + bytes.getInt(4) + " tier=" + image.tier());
                return true;
            }
        }
    }

    /**
     * A flush: begin, refresh or drop each key in token order, switch, end. Readers may publish keys that the sweep has
     * not reached. Sometimes the flush's time is up, and the remaining keys are purged by a mark. A table without
     * images is not swept.
     */
    private final class Flush implements Actor {
        private final List<Integer> left;
        private boolean isSweeping;

        Flush() {
            table.beginChange();
            flushing = memtable;
            memtable = new HashMap<>();
            left = new ArrayList<>(flushing.keySet());
            left.sort(Comparator.reverseOrder());
            if (table.hasNoImages()) {
                left.clear();
            } else {
                table.beginSweep();
                isSweeping = true;
            }
        }

        @Override
        public boolean step() {
            if (!left.isEmpty()) {
                sweep(left.remove(left.size() - 1));
                return true;
            }
            if (isSweeping) {
                table.endSweep();
                isSweeping = false;
                return true;
            }
            switchTo(flushing);
            flushing = new HashMap<>();
            table.endChange();
            return false;
        }

        private void sweep(int key) {
            table.sweepTo(key);
            int value = flushing.getOrDefault(key, 0);
            int choice = random.nextInt(25);
            if (choice == 0) {
                table.endSweep();
                isSweeping = false;
                cache.purgeRange(table, key - 1L, KEYS);
                left.clear();
            } else if (choice < 5) {
                cache.drop(rowKey(key));
            } else {
                cache.refresh(rowKey(key), old -> merged(key, old, value), random.nextBoolean());
            }
        }

        private @Nullable ByteBuffer merged(int key, ByteBuffer old, int value) {
            ByteBuffer original = StoredImages.original(cache, table, old);
            if (original == null) {
                return null;
            }
            ByteBuffer merged = StoredImages.stored(cache, table, image(key, Math.max(original.getInt(4), value)));
            interrupted(Interruption.MERGE);
            return random.nextInt(10) == 0 ? null : merged;
        }
    }

    /** A truncate: begin, purge, switch, end. */
    private final class Truncate implements Actor {
        private int step;

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> table.beginChange();
                case 1 -> cache.purge(table);
                case 2 -> {
                    disk = new HashMap<>();
                    digest++;
                    memtable = new HashMap<>();
                    flushing.clear();
                }
                default -> {
                    table.endChange();
                    return false;
                }
            }
            return true;
        }
    }

    /** An import: begin, purge a range of tokens, switch to new files in that range, end. */
    private final class Import implements Actor {
        private final int from = random.nextInt(KEYS);
        private final int to = from + 1 + random.nextInt(4);
        private int step;

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> table.beginChange();
                case 1 -> cache.purgeRange(table, from - 1L, to - 1L);
                case 2 -> {
                    Map<Integer, Integer> added = new HashMap<>();
                    for (int key = from; key < to; key++) {
                        added.put(key, ++version);
                    }
                    switchTo(added);
                }
                default -> {
                    table.endChange();
                    return false;
                }
            }
            return true;
        }
    }

    /** A change of one key: begin, drop the key, switch, end. */
    private final class Rewrite implements Actor {
        private final int key;
        private int step;

        Rewrite(int key) {
            this.key = key;
        }

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> table.beginChange();
                case 1 -> cache.drop(rowKey(key));
                case 2 -> switchTo(Map.of(key, ++version));
                default -> {
                    table.endChange();
                    return false;
                }
            }
            return true;
        }
    }

    /** The owner's confirmation of the table, some time after the start. */
    private final class Confirmation implements Actor {
        private final CachedTable confirmed = table;
        private final byte[] found = digest();
        private int left = random.nextInt(4);

        @Override
        public boolean step() {
            if (left-- > 0) {
                return true;
            }
            cache.confirm(confirmed, found);
            return false;
        }
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    private void failIfSick() throws IOException {
        if (sick && random.nextInt(3) == 0) {
            throw new IOException("sick");
        }
    }

    /** Keeps the first failure, because the cache catches all errors. */
    private void check(boolean holds, String message) {
        if (!holds && failure == null) {
            failure = new AssertionError(message);
        }
    }
}
