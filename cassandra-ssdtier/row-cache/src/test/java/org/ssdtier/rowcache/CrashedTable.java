package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.index.KeyHash;

/**
 * A model of a table (SSTables, memtables, and a definition) whose own disk loses nothing, behind a cache whose disk
 * may crash. An image of a key is the newest value in the SSTables, under the definition at that time.
 *
 * <p>Changes are played in steps. The model holds the state visible to readers and the durable state, which may be
 * ahead of the visible one (SSTables of a flush) or not (a truncate). If the cache's storage is cut, the current step
 * throws {@link Dead}.
 */
final class CrashedTable {
    static final int KEYS = 12;
    private static final UUID ID = new UUID(7, 8);
    private static final int SEGMENT_BYTES = 16 << 10;
    private static final int IMAGE_BYTES = 700;
    /** Readers of the SSD, of which one thread needs few; every life makes them anew. */
    private static final int READERS = 8;

    /** A change of the table, or a reader, played in steps; {@link #step} returns whether there are more. */
    interface Actor {
        boolean step();
    }

    /** An exception thrown when the cache's storage was cut during a step. */
    static final class Dead extends RuntimeException {
        private static final long serialVersionUID = 1;

        Dead() {
            super("dead", null, false, false);
        }
    }

    /** An immutable set of rows. */
    private record SSTable(String name, Map<Integer, Integer> rows) {}

    /** A state of the table: the one visible to readers, or the durable one. */
    private record State(int definition, List<SSTable> sstables) {
        int value(int key) {
            int newest = 0;
            for (SSTable sstable : sstables) {
                newest = Math.max(newest, sstable.rows().getOrDefault(key, 0));
            }
            return newest;
        }

        State with(Collection<SSTable> come, Collection<SSTable> go) {
            List<SSTable> next = new ArrayList<>(sstables);
            next.removeAll(go);
            next.addAll(come);
            return new State(definition, next);
        }

        State defined(int next) {
            return new State(next, sstables);
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            names.add(name(definition));
            sstables.forEach(sstable -> names.add(sstable.name()));
            names.sort(null);
            return names;
        }
    }

    private final Random random;
    private final boolean isCompressed;
    private final List<Map<Integer, Integer>> memtables = new ArrayList<>();
    private State visible = new State(0, List.of());
    private State durable = visible;
    private int version;
    private int made;
    /** The time on the clock of the cache. */
    long nanos;

    CrashStorage storage = new CrashStorage();
    TieredCache cache;
    CachedTable table;
    long reads;
    long hits;
    long ssdHits;
    long compressedHits;
    long lost;

    CrashedTable(Random random) {
        this(random, false);
    }

    CrashedTable(Random random, boolean isCompressed) {
        this.random = random;
        this.isCompressed = isCompressed;
        memtables.add(new TreeMap<>());
        start();
    }

    // ---- the cache ----

    void start() {
        SsdOptions ssd = SsdOptions.of(
                        Path.of("unused"),
                        new SsdOptions.Geometry(6L * SEGMENT_BYTES, SEGMENT_BYTES, 4096, 16 << 10),
                        Admission.ALL)
                .withIoErrorThreshold(100)
                .withReads(0, READERS)
                .withRecovery(RecoverOnStart.CRASH);
        CrashStorage opened = storage;
        visible = durable;
        cache = TieredCache.open(StoredImages.compressed(TieredCacheOptions.builder(), isCompressed)
                .memoryCapacityBytes(64 << 10)
                .identity(TestCache.IDENTITY)
                .nanoClock(() -> nanos)
                .withoutThreads()
                .randomLongs(random::nextLong)
                .storage(() -> opened)
                .ssd(ssd)
                .build());
        table = cache.table(ID);
    }

    /** Creates the next life of a table whose process was lost. */
    private CrashedTable(CrashedTable dead, CrashStorage left, Random random) {
        this.random = random;
        this.isCompressed = dead.isCompressed;
        visible = dead.visible;
        durable = dead.durable;
        version = dead.version;
        made = dead.made;
        nanos = dead.nanos;
        storage = left;
        memtables.add(random.nextBoolean() ? dead.replayed() : new TreeMap<>());
    }

    /**
     * Returns a next life of the table. There are as many as there are fates of the data written; the cache of this
     * life is not changed.
     */
    CrashedTable survivor(CrashStorage left, Random randomOfIts) {
        CrashedTable survivor = remains(left, randomOfIts);
        survivor.start();
        return survivor;
    }

    /** Returns a next life of the table, as {@link #survivor} does, that is not started yet. */
    CrashedTable remains(CrashStorage left, Random randomOfIts) {
        return new CrashedTable(this, left, randomOfIts);
    }

    /**
     * Returns what the life of {@link #remains} depends on: disk, SSTables and memtables. Without further random steps,
     * two lives for which it is equal differ only in the identities that they draw.
     */
    Object origin() {
        return List.of(
                storage.fingerprints(),
                durable,
                memtables.stream().map(Map::copyOf).toList());
    }

    /** Reconciles the table, as its owner does after a start, before or after the index was loaded. */
    StartComparison.Outcome reconcile() {
        StartComparison comparison = cache.journaled().reconcile(table, visible.names(), visible.names());
        if (comparison.outcome() == StartComparison.Outcome.GREW) {
            cache.accept(table, comparison, () -> dropKeys(comparison.unknown()));
        }
        return comparison.outcome();
    }

    private void dropKeys(Set<String> unknown) {
        if (unknown.stream().anyMatch(name -> name.startsWith("definition"))) {
            cache.purge(table);
        }
        for (SSTable sstable : visible.sstables()) {
            if (unknown.contains(sstable.name())) {
                sstable.rows().keySet().forEach(key -> cache.drop(rowKey(key)));
            }
        }
    }

    void settle() {
        while (cache.work()) {
            alive();
        }
        alive();
    }

    /** Begins a change, as the owner does; first declares the table, because a record of it may have been lost. */
    private TableChange begin() {
        cache.journaled().declare(table, visible.names());
        return cache.begin(table);
    }

    private void end(TableChange change) {
        change.close();
        cache.journaled().declare(table, visible.names());
    }

    void evict() {
        TestCache.evict(cache);
    }

    /** Simulates the loss of the process; the commit log may have kept the memtables. */
    void crash(CrashStorage left) {
        storage.cut();
        cache.close();
        Map<Integer, Integer> kept = random.nextBoolean() ? replayed() : new TreeMap<>();
        memtables.clear();
        memtables.add(kept);
        storage = left;
    }

    private Map<Integer, Integer> replayed() {
        Map<Integer, Integer> rows = new TreeMap<>();
        memtables.forEach(memtable -> memtable.forEach((key, value) -> rows.merge(key, value, Math::max)));
        return rows;
    }

    void stop() {
        cache.cleanStop(TestCache.IDENTITY, id -> digest());
        alive();
    }

    byte[] digest() {
        return visible.names().toString().getBytes(StandardCharsets.UTF_8);
    }

    private void alive() {
        if (storage.isCut()) {
            throw new Dead();
        }
    }

    // ---- the table ----

    /** Returns the key of a row. Some keys share the fingerprint, and two share the whole hash. */
    RowKey rowKey(int key) {
        long hash = key % 6 == 0 ? 0x1234567890abcdefL : (KeyHash.mix(key) & ~0xffffL) | key % 3;
        return new RowKey(table, new byte[] {(byte) key, 1, 2}, key, hash);
    }

    /** Uses up the stamps that the journal has reserved, as many purges would. */
    void skipStamps() {
        table.raiseStampAbove(table.stamp() + (1 << 24));
    }

    void write(int key) {
        memtables.get(0).put(key, ++version);
    }

    /** Reads a key without a pause between steps. Returns whether it was a hit. */
    boolean read(int key) {
        long before = hits;
        Actor reader = new Reader(key);
        while (reader.step()) {
            alive();
        }
        return hits > before;
    }

    private static String name(int definition) {
        return "definition-" + definition;
    }

    private static ByteBuffer image(int key, int value, int definition) {
        return ByteBuffer.allocate(IMAGE_BYTES).putInt(0, key).putInt(4, value).putInt(8, definition);
    }

    private int inMemtables(int key) {
        int newest = 0;
        for (Map<Integer, Integer> memtable : memtables) {
            newest = Math.max(newest, memtable.getOrDefault(key, 0));
        }
        return newest;
    }

    /** A reader: ticket, view, look-up, publish. */
    final class Reader implements Actor {
        private final int key;
        private final long ticket = table.ticket();
        private final State view = visible;
        private final int memory;
        private boolean looked;

        Reader(int key) {
            this.key = key;
            this.memory = inMemtables(key);
        }

        @Override
        public boolean step() {
            if (looked) {
                ByteBuffer image = image(key, view.value(key), view.definition());
                StoredImages.publish(cache, rowKey(key), ticket, image);
                return false;
            }
            looked = true;
            reads++;
            try (Image image = cache.get(rowKey(key), ticket)) {
                if (image == null) {
                    return true;
                }
                ByteBuffer bytes = StoredImages.original(cache, table, image.bytes());
                if (bytes == null) {
                    lost++;
                    return true;
                }
                hits++;
                ssdHits += image.tier() == Tier.SSD ? 1 : 0;
                compressedHits += bytes.remaining() > image.bytes().remaining() ? 1 : 0;
                int expected = Math.max(view.value(key), memory);
                if (bytes.getInt(0) != key
                        || Math.max(bytes.getInt(4), memory) != expected
                        || bytes.getInt(8) != view.definition()) {
                    throw new AssertionError("stale: key=" + key + " expected=" + expected + " definition="
                            + view.definition() + " image of key=" + bytes.getInt(0) + " value=" + bytes.getInt(4)
                            + " definition=" + bytes.getInt(8) + " memtables=" + memory + " tier=" + image.tier());
                }
                return false;
            }
        }
    }

    /** A flush: an SSTable is written; then begin, refresh or drop each key, commit, switch, close. */
    final class Flush implements Actor {
        private final Map<Integer, Integer> rows = memtables.get(0);
        private final List<Integer> left = new ArrayList<>(rows.keySet());
        private final SSTable sstable = new SSTable("sstable-" + made++, rows);
        private final TableChange change;
        private boolean committed;

        Flush() {
            memtables.add(0, new TreeMap<>());
            durable = durable.with(List.of(sstable), List.of());
            change = begin();
        }

        @Override
        public boolean step() {
            if (!left.isEmpty()) {
                touch(left.remove(left.size() - 1));
                alive();
                return true;
            }
            if (!committed) {
                committed = true;
                change.commit(List.of(sstable.name()), List.of());
                alive();
                return true;
            }
            visible = visible.with(List.of(sstable), List.of());
            memtables.removeIf(memtable -> memtable == rows);
            end(change);
            return false;
        }

        private void touch(int key) {
            if (random.nextInt(6) == 0) {
                cache.drop(rowKey(key));
                return;
            }
            cache.refresh(rowKey(key), old -> merged(key, old), random.nextInt(4) > 0);
        }

        private @Nullable ByteBuffer merged(int key, ByteBuffer old) {
            ByteBuffer original = StoredImages.original(cache, table, old);
            return original == null
                    ? null
                    : StoredImages.stored(
                            cache, table, image(key, Math.max(original.getInt(4), rows.get(key)), original.getInt(8)));
        }
    }

    /** A truncate: begin, purge, commit, switch, close; the SSTables exist until the switch. */
    final class Truncate implements Actor {
        private final TableChange change = begin();
        private List<SSTable> gone = List.of();
        private int step;

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> cache.purge(table);
                case 1 -> {
                    gone = visible.sstables();
                    change.commit(List.of(), gone.stream().map(SSTable::name).toList());
                }
                case 2 -> {
                    durable = durable.with(List.of(), gone);
                    visible = visible.with(List.of(), gone);
                }
                default -> {
                    end(change);
                    return false;
                }
            }
            alive();
            return true;
        }
    }

    /** An import: an SSTable exists; then begin, purge its token range, commit, switch, close. */
    final class Import implements Actor {
        private final int from = random.nextInt(KEYS);
        private final SSTable sstable;
        private final TableChange change;
        private int step;

        Import() {
            Map<Integer, Integer> rows = new TreeMap<>();
            for (int key = from; key < Math.min(KEYS, from + 3); key++) {
                rows.put(key, ++version);
            }
            sstable = new SSTable("sstable-" + made++, rows);
            durable = durable.with(List.of(sstable), List.of());
            change = begin();
        }

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> cache.purgeRange(table, from - 1L, from + 2L);
                case 1 -> change.commit(List.of(sstable.name()), List.of());
                case 2 -> visible = visible.with(List.of(sstable), List.of());
                default -> {
                    end(change);
                    return false;
                }
            }
            alive();
            return true;
        }
    }

    /** An alter: the schema is durable; then begin, purge, commit, switch, close. */
    final class Alter implements Actor {
        private final int next = durable.definition() + 1;
        private final TableChange change;
        private int step;

        Alter() {
            durable = durable.defined(next);
            change = begin();
        }

        @Override
        public boolean step() {
            switch (step++) {
                case 0 -> cache.purge(table);
                case 1 -> change.commit(List.of(name(next)), List.of(name(next - 1)));
                case 2 -> visible = visible.defined(next);
                default -> {
                    end(change);
                    return false;
                }
            }
            alive();
            return true;
        }
    }

    /** A compaction of all SSTables to one, which is in the journal before it is durable. */
    final class Compact implements Actor {
        @Override
        public boolean step() {
            Map<Integer, Integer> rows = new TreeMap<>();
            List<SSTable> old = visible.sstables();
            if (old.isEmpty()) {
                return false;
            }
            old.forEach(sstable -> sstable.rows().forEach((key, value) -> rows.merge(key, value, Math::max)));
            SSTable sstable = new SSTable("sstable-" + made++, rows);
            cache.journaled()
                    .replace(
                            table,
                            List.of(sstable.name()),
                            old.stream().map(SSTable::name).toList());
            alive();
            durable = durable.with(List.of(sstable), old);
            visible = visible.with(List.of(sstable), old);
            return false;
        }
    }
}
