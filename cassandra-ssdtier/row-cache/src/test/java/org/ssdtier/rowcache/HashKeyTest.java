package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;

/**
 * The hash key stored in the directory: with the same key the start is warm, with another or none cold, but never
 * wrong.
 */
@Tag("crash")
class HashKeyTest {
    private static final UUID ID = new UUID(1, 2);
    private static final byte[] DIGEST = {9, 9};
    private static final int ROWS = 60;

    private final HookStorage storage = new HookStorage();
    private final TestCache.ManualClock clock = new TestCache.ManualClock();
    private int life;

    /** Checked by removal: if each start draws its own key, each start is cold. */
    @Test
    void cleanStop_nextStart_readsTheKey_andHasAllRows() {
        stopWith(0);
        for (int i = 0; i < 3; i++) {
            TieredCache cache = open();
            assertEquals(ROWS, hits(cache, 0));
            stop(cache);
        }
    }

    /** Checked by removal: without the key in the identity, rows from before the drop come back in the third life. */
    @Test
    void anotherKey_isCold_andTheFirstOneAfterwardsToo() throws IOException {
        stopWith(0);
        ByteBuffer first = contents();
        replace(keyOfAnotherDirectory());
        TieredCache cache = open();
        assertEquals(0, hits(cache, 0));
        for (int i = 0; i < ROWS; i++) {
            cache.drop(key(cache.table(ID), i));
        }
        stop(cache);
        replace(first);
        cache = open();
        assertEquals(0, hits(cache, 0));
        fill(cache, 1);
        assertEquals(ROWS, hits(cache, 1));
        stop(cache);
        cache = open();
        assertEquals(ROWS, hits(cache, 1));
    }

    /** A directory of an earlier build has no key. */
    @Test
    void noKey_isCold_once() throws IOException {
        stopWith(0);
        storage.delete(HashKeyFile.NAME);
        TieredCache cache = open();
        assertEquals(0, hits(cache, 0));
        fill(cache, 1);
        stop(cache);
        assertEquals(ROWS, hits(open(), 1));
    }

    @Test
    void damagedKey_isCold_once() throws IOException {
        stopWith(0);
        ByteBuffer whole = contents();
        for (int at = 0; at < 28; at++) {
            ByteBuffer damaged = AlignedBuffers.allocate(whole.capacity());
            damaged.put(whole.duplicate()).flip();
            damaged.put(at, (byte) (damaged.get(at) ^ 4));
            replace(damaged);
            TieredCache cache = open();
            assertEquals(0, hits(cache, at), "offset=" + at);
            fill(cache, at + 1);
            stop(cache);
            whole = contents();
        }
        assertEquals(ROWS, hits(open(), 28));
    }

    /** The key file of a newer build is not interpreted. */
    @Test
    void keyOfAnotherVersion_isCold_once() throws IOException {
        stopWith(0);
        ByteBuffer newer = contents();
        newer.putInt(4, 2);
        newer.putInt(24, SnapshotDescriptor.checksum(newer.slice(0, 24)));
        replace(newer);
        TieredCache cache = open();
        assertEquals(0, hits(cache, 0));
        fill(cache, 1);
        stop(cache);
        assertEquals(ROWS, hits(open(), 1));
    }

    /** Checked by removal: unless the key is written again, the start after the outage is cold. */
    @Test
    void directoryComesBackWithoutTheKey_getsThatOfTheCache() throws IOException {
        TieredCache cache = open();
        storage.setPresent(false);
        clock.advanceSeconds(2);
        settle(cache);
        assertEquals(CacheState.OFFLINE, cache.state());
        storage.delete(HashKeyFile.NAME);
        storage.setPresent(true);
        for (int second = 0; cache.state() == CacheState.OFFLINE && second < 120; second++) {
            clock.advanceSeconds(1);
            settle(cache);
        }
        assertEquals(CacheState.ONLINE, cache.state());
        fill(cache, 1);
        stop(cache);
        assertEquals(ROWS, hits(open(), 1));
    }

    @Test
    void twoDirectories_haveDifferentKeys() throws IOException {
        stopWith(0);
        assertNotEquals(contents(), keyOfAnotherDirectory());
    }

    private ByteBuffer keyOfAnotherDirectory() throws IOException {
        HookStorage other = new HookStorage();
        TieredCache cache = TestCache.open(other, () -> 0, options -> options.randomLongs(new Random(1_000)::nextLong));
        stop(cache);
        return contents(other);
    }

    private TieredCache open() {
        Random random = new Random(++life);
        TieredCache cache = TestCache.open(storage, clock, options -> options.randomLongs(random::nextLong));
        settle(cache);
        cache.confirm(cache.table(ID), DIGEST);
        return cache;
    }

    private void stopWith(int version) {
        TieredCache cache = open();
        fill(cache, version);
        stop(cache);
    }

    private static void stop(TieredCache cache) {
        cache.cleanStop(TestCache.IDENTITY, id -> DIGEST);
    }

    private static void fill(TieredCache cache, int version) {
        for (int i = 0; i < ROWS; i++) {
            publish(cache, key(cache.table(ID), i), 1_000 * version + i);
            evict(cache);
            settle(cache);
        }
    }

    private static int hits(TieredCache cache, int version) {
        int hits = 0;
        for (int i = 0; i < ROWS; i++) {
            int value = value(cache, key(cache.table(ID), i));
            assertTrue(value == -1 || value == 1_000 * version + i, "row=" + i + " value=" + value);
            hits += value == -1 ? 0 : 1;
        }
        return hits;
    }

    private ByteBuffer contents() throws IOException {
        return contents(storage);
    }

    private static ByteBuffer contents(HookStorage of) throws IOException {
        Device device = of.raw(HashKeyFile.NAME);
        ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
        device.read(bytes, 0);
        return bytes.flip();
    }

    private void replace(ByteBuffer contents) throws IOException {
        storage.delete(HashKeyFile.NAME);
        Device device = storage.raw(HashKeyFile.NAME);
        device.allocate(contents.remaining());
        device.write(contents.duplicate().order(contents.order()), 0);
    }
}
