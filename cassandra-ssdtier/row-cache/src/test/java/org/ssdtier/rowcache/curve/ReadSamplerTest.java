package org.ssdtier.rowcache.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.index.KeyHash;

@Tag("unit")
class ReadSamplerTest {
    private static final long MIB = 1 << 20;
    private static final double RATE = 0.5;
    private static final int ROW_BYTES = 100;
    private static final UUID CACHED = new UUID(1, 1);
    private static final UUID UNCACHED = new UUID(1, 2);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong uncachedReads = new AtomicLong();
    private final ReadSampler sampler = sampler(RATE);

    @Test
    void rateZero_nothingIsSampled() {
        ReadSampler off = sampler(0);
        off.work();
        for (long hash : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            assertFalse(off.isSampled(hash), "hash=" + hash);
        }
        assertEquals(0, off.curve().sampledReads());
    }

    @Test
    void rate_isTheFractionOfTheHashes() {
        ReadSampler tenth = sampler(0.1);
        int sampled = 0;
        for (int i = 0; i < 100_000; i++) {
            sampled += tenth.isSampled(KeyHash.mix(i)) ? 1 : 0;
        }
        assertEquals(10_000, sampled, 500);
    }

    /** All arrays together, with the tallies of as many tables as there can be. */
    @Test
    void memory_full_staysBelowOneMebibyte() throws ReflectiveOperationException {
        sampler.resize(new TierSizes(1_000 * ROW_BYTES, 1_000_000 * ROW_BYTES, 1_000_000));
        SplittableRandom random = new SplittableRandom(1);
        for (int table = 0; table < 2 * Miniatures.MAX_TABLES; table++) {
            int number = sampler.add(new UUID(2, table), table % 2 == 0, reads::get);
            for (int i = 0; i < 2_000; i++) {
                offer(random.nextLong(), number, i);
            }
        }
        sampler.work();
        assertTrue(sampler.curve().rate() < RATE, "rate=" + sampler.curve().rate());
        long bytes = bytesOf(sampler, Collections.newSetFromMap(new IdentityHashMap<>()));
        assertTrue(bytes > MIB / 2 && bytes <= MIB, "bytes=" + bytes);
    }

    @Test
    void queueFull_isDroppedAndCounted_andTheRestGoesOn() {
        int table = sampler.add(CACHED, true, reads::get);
        for (int i = 0; i < 5_000; i++) {
            sampler.missed(Long.MIN_VALUE + i, table);
        }
        sampler.work();
        assertTrue(sampler.curve().droppedSamples() > 3_000);
        assertTrue(sampler.curve().sampledReads() > 1_000);
        sampler.missed(Long.MIN_VALUE, table);
        long before = sampler.curve().sampledReads();
        sampler.work();
        assertEquals(before + 1, sampler.curve().sampledReads());
    }

    /** As a flush of many keys, between two calls of {@code work}. */
    @Test
    void dropped_moreKeysThanTheQueueHolds_noneIsLost() {
        sampler.resize(new TierSizes(10_000 * ROW_BYTES, 100_000 * ROW_BYTES, 1_000));
        int table = sampler.add(CACHED, true, reads::get);
        read(table, 4_000, reads);
        for (int row = 0; row < 4_000; row++) {
            long hash = KeyHash.mix(row);
            if (sampler.isSampled(hash)) {
                sampler.dropped(hash, table);
                sampler.refreshed(hash, table);
            }
        }
        sampler.work();
        assertEquals(0, sampler.curve().droppedSamples());
        sampler.forgetReads();
        read(table, 4_000, reads);
        assertEquals(0, sampler.curve().ssd().get(1).hitRatio(), 0.03 + 1e-9); // the largest correction
    }

    @Test
    void remove_tableThatFilledTheMiniatures_rateRisesAgain() {
        sampler.resize(new TierSizes(1_000 * ROW_BYTES, 100_000 * ROW_BYTES, 1_000));
        int table = sampler.add(CACHED, true, reads::get);
        read(table, 40_000, reads);
        double thinned = sampler.curve().rate();
        assertTrue(thinned < RATE, "rate=" + thinned);
        sampler.remove(CACHED);
        sampler.work();
        assertEquals(RATE, sampler.curve().rate(), 1e-9);
        assertTrue(sampler.isSampled(Long.MIN_VALUE + Long.MAX_VALUE / 2));
    }

    /** A read that was under way when its table was dropped has the number that may be another table's by now. */
    @Test
    void remove_readsUnderWay_areNotCountedForTheNextTable() {
        sampler.resize(new TierSizes(50 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        int table = sampler.add(CACHED, true, reads::get);
        sampler.hit(Long.MIN_VALUE, table, ROW_BYTES);
        sampler.remove(CACHED);
        sampler.hit(Long.MIN_VALUE + 1, table, ROW_BYTES);
        sampler.work();
        assertEquals(table, sampler.add(new UUID(1, 3), true, reads::get));
        sampler.work();
        assertEquals(0, sampler.curve().sampledReads());
    }

    @Test
    void removeUncached_ofATableThatIsCachedNow_keepsTheCachedOne() {
        int cached = sampler.add(CACHED, true, reads::get);
        int uncached = sampler.add(CACHED, false, uncachedReads::get);
        sampler.removeUncached(CACHED);
        assertEquals(List.of(), sampler.curve().candidates());
        assertEquals(cached, sampler.add(CACHED, true, reads::get));
        assertEquals(uncached, sampler.add(UNCACHED, false, uncachedReads::get));
    }

    @Test
    void switchOn_offAndOn_nothingIsSampledMeanwhile_andTheEstimateBeginsAnew() {
        sampler.resize(new TierSizes(50 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        int table = sampler.add(CACHED, true, reads::get);
        read(table, 900, reads);
        sampler.switchOn(false);
        assertFalse(sampler.isOn());
        assertFalse(sampler.isSampled(Long.MIN_VALUE));
        read(table, 900, reads);
        assertEquals(0, sampler.curve().sampledReads());
        sampler.switchOn(true);
        assertTrue(sampler.isOn() && sampler.isSampled(Long.MIN_VALUE));
        read(table, 900, reads);
        assertEquals(0, sampler.curve().ssd().get(1).hitRatio(), 0.03 + 1e-9); // the largest correction
    }

    /** The rows of the other table are too large for the cache: its reads are no misses of the cached one. */
    @Test
    void curve_uncachedTableWithLargeRows_leavesTheCachedOneAlone() {
        sampler.resize(new TierSizes(50 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        int cached = sampler.add(CACHED, true, reads::get);
        int uncached = sampler.add(UNCACHED, false, uncachedReads::get);
        for (int round = 0; round < 8; round++) {
            read(cached, 900, reads);
            if (round == 3) {
                sampler.forgetReads();
            }
            for (int row = 0; row < 900; row++) {
                sampler.readUncached(Long.MIN_VALUE + row, uncached, 0);
            }
            uncachedReads.addAndGet(900);
            sampler.work();
        }
        Curve curve = sampler.curve();
        assertEquals(1, curve.ssd().get(1).hitRatio(), 0.01);
        assertEquals(0, curve.candidates().get(0).ssd().get(1).hitRatio(), 0.01);
    }

    @Test
    void add_manyUncachedTables_leaveNumbersForCachedOnes() {
        int last = 0;
        for (int table = 0; table < 2 * Miniatures.MAX_TABLES; table++) {
            last = sampler.add(new UUID(2, table), false, uncachedReads::get);
        }
        assertEquals(ReadSampler.OTHERS, last);
        assertTrue(sampler.add(CACHED, true, reads::get) < ReadSampler.OTHERS);
    }

    @Test
    void resize_ofATier_beginsTheEstimateAnew() {
        sampler.resize(new TierSizes(50 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        read(sampler.add(CACHED, true, reads::get), 900, reads);
        sampler.resize(new TierSizes(50 * ROW_BYTES, 1_040 * ROW_BYTES, 1_000));
        assertTrue(sampler.curve().sampledReads() > 0);
        sampler.resize(new TierSizes(50 * ROW_BYTES, 2_000 * ROW_BYTES, 1_000));
        assertEquals(0, sampler.curve().sampledReads());
    }

    /** A cached table that fits into the SSD, and one that is not cached and would need twice its size. */
    @Test
    void curve_cachedAndUncachedTable_eachHasItsOwn() {
        sampler.resize(new TierSizes(50 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        int cached = sampler.add(CACHED, true, reads::get);
        int uncached = sampler.add(UNCACHED, false, uncachedReads::get);
        readBoth(cached, uncached, 4);
        sampler.forgetReads();
        readBoth(cached, uncached, 4);
        Curve curve = sampler.curve();
        assertEquals(
                List.of(0.5, 1.0, 2.0, 4.0, 8.0),
                curve.ssd().stream().map(CurvePoint::factor).toList());
        assertEquals(
                List.of(0.5, 1.0, 2.0, 4.0, 8.0),
                curve.memory().stream().map(CurvePoint::factor).toList());
        assertEquals(1, curve.ssd().get(1).hitRatio(), 0.01);
        assertEquals(1, curve.candidates().size());
        CandidateCurve candidate = curve.candidates().get(0);
        assertEquals(UNCACHED, candidate.table());
        assertTrue(candidate.ssd().get(1).hitRatio() < 0.7, candidate.toString());
        assertEquals(1, candidate.ssd().get(2).hitRatio(), 0.01);
        assertEquals(900, curve.readsPerSecond(), 50);
        assertEquals(900, candidate.readsPerSecond(), 150);
    }

    @Test
    void purgedAndRemoved_theRowsAreGone() {
        sampler.resize(new TierSizes(10_000 * ROW_BYTES, 10_000 * ROW_BYTES, 1_000));
        int table = sampler.add(CACHED, true, reads::get);
        assertEquals(table, sampler.add(CACHED, true, reads::get));
        read(table, 300, reads);
        sampler.forgetReads();
        sampler.purged(table);
        read(table, 300, reads);
        assertEquals(0, sampler.curve().ssd().get(1).hitRatio(), 0.03 + 1e-9); // the largest correction
        sampler.forgetReads();
        read(table, 300, reads);
        assertEquals(1, sampler.curve().ssd().get(1).hitRatio(), 0.01);
        sampler.remove(CACHED);
        assertEquals(0, sampler.curve().sampledReads());
    }

    @Test
    void offersFromManyThreads_whileWorkAndCurve_allAreCounted() throws InterruptedException {
        sampler.resize(new TierSizes(100 * ROW_BYTES, 1_000 * ROW_BYTES, 1_000));
        int table = sampler.add(CACHED, true, reads::get);
        int perThread = 40_000;
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            SplittableRandom random = new SplittableRandom(number);
            threads.add(new Thread(() -> {
                for (int i = 0; i < perThread; i++) {
                    sampler.hit(Long.MIN_VALUE + random.nextInt(1 << 12), table, ROW_BYTES);
                }
            }));
        }
        AtomicBoolean isEnded = new AtomicBoolean();
        AtomicLong curves = new AtomicLong();
        Thread reader = new Thread(() -> {
            while (!isEnded.get()) {
                curves.addAndGet(sampler.curve().ssd().size());
            }
        });
        threads.forEach(Thread::start);
        reader.start();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            sampler.work();
        }
        isEnded.set(true);
        reader.join();
        sampler.work();
        assertTrue(curves.get() > 0);
        Curve curve = sampler.curve();
        assertTrue(curve.sampledReads() > 1_000 && curve.sampledReads() <= 3L * perThread, curve.toString());
        assertTrue(curve.droppedSamples() + curve.sampledReads() <= 3L * perThread, curve.toString());
    }

    private ReadSampler sampler(double rate) {
        RowCosts costs = new RowCosts() {
            @Override
            public int memoryBytes(int bytes) {
                return bytes;
            }

            @Override
            public int ssdBytes(int bytes) {
                return bytes;
            }
        };
        return new ReadSampler(rate, new TierPolicy(true, 0), costs, nanos::get);
    }

    private void readBoth(int cached, int uncached, int times) {
        for (int round = 0; round < times; round++) {
            read(cached, 900, reads);
            for (int row = 0; row < 900; row++) {
                long hash = KeyHash.mix(10_000 + row);
                if (sampler.isSampled(hash)) {
                    sampler.readUncached(hash, uncached, ROW_BYTES);
                }
            }
            uncachedReads.addAndGet(900);
            sampler.work();
        }
    }

    private void read(int table, int rows, AtomicLong counter) {
        for (int row = 0; row < rows; row++) {
            offer(KeyHash.mix(row), table, row);
        }
        counter.addAndGet(rows);
        nanos.addAndGet(1_000_000_000L);
        sampler.work();
    }

    private void offer(long hash, int table, int number) {
        if (sampler.isSampled(hash)) {
            sampler.hit(hash, table, ROW_BYTES);
        }
        if (number % 500 == 499) {
            sampler.work();
        }
    }

    /** Returns the bytes of all arrays that are reachable, with a generous size of everything else. */
    private static long bytesOf(Object object, Set<Object> seen) throws ReflectiveOperationException {
        if (!seen.add(object)) {
            return 0;
        }
        long bytes = 16;
        if (object instanceof AtomicLongArray words) {
            bytes += (long) words.length() * Long.BYTES;
        } else if (object instanceof AtomicReferenceArray<?> array) {
            for (int i = 0; i < array.length(); i++) {
                bytes += 8 + (array.get(i) == null ? 0 : bytesOf(array.get(i), seen));
            }
        } else if (object instanceof Collection<?> collection) {
            for (Object element : collection) {
                bytes += 8 + bytesOf(element, seen);
            }
        } else if (object.getClass().isArray()) {
            bytes += bytesOfArray(object, seen);
        } else if (object.getClass().getName().startsWith("org.ssdtier.rowcache.curve")) {
            for (Field field : object.getClass().getDeclaredFields()) {
                bytes += Modifier.isStatic(field.getModifiers()) ? 0 : bytesOfField(field, object, seen);
            }
        }
        return bytes;
    }

    private static long bytesOfField(Field field, Object owner, Set<Object> seen) throws ReflectiveOperationException {
        field.setAccessible(true);
        Object value = field.getType().isPrimitive() ? null : field.get(owner);
        return 8 + (value == null ? 0 : bytesOf(value, seen));
    }

    private static long bytesOfArray(Object array, Set<Object> seen) throws ReflectiveOperationException {
        Class<?> type = array.getClass().getComponentType();
        int length = Array.getLength(array);
        if (type == long.class || type == double.class) {
            return 8L * length;
        }
        if (type == int.class) {
            return 4L * length;
        }
        if (type == short.class || type == char.class) {
            return 2L * length;
        }
        if (type == byte.class) {
            return length;
        }
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            Object element = Array.get(array, i);
            bytes += 8 + (element == null ? 0 : bytesOf(element, seen));
        }
        return bytes;
    }
}
