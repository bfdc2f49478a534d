package org.ssdtier.keyindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;

@Tag("unit")
final class KeyIndexesTest {
    private static final SSTableIdentity FIRST = new SSTableIdentity("table-1", 1_000, 7);
    private static final SSTableIdentity SECOND = new SSTableIdentity("table-2", 1_000, 7);
    private static final RandomKeys LARGE = new RandomKeys(new Random(4), 400_000, RandomKeys.Tokens.UNIFORM);
    private static final RandomKeys KEYS = new RandomKeys(new Random(3), 5_000, RandomKeys.Tokens.UNIFORM);

    private static final CpuWitness WITNESS = new CpuWitness(() -> 0, nanos -> {}, 0);

    private final MemoryStorage storage = new MemoryStorage();

    @Test
    void adopt_afterRestart_onlyTheSameSSTable() throws Exception {
        try (KeyIndexes<String> before = KeyIndexes.open(() -> storage, Options.plain())) {
            before.build("a", FIRST, KEYS);
        }
        try (KeyIndexes<String> after = KeyIndexes.open(() -> storage, Options.plain())) {
            assertFalse(after.adopt("a", new SSTableIdentity("table-1", 1_000, 8)), "another digest");
            assertFalse(after.adopt("a", new SSTableIdentity("table-1", 1_001, 7)), "another length");
            assertFalse(after.adopt("a", new SSTableIdentity("table-2", 1_000, 7)), "another name");
            assertEquals(KeyPosition.UNKNOWN, after.find("a", anyToken()));
            assertTrue(after.adopt("a", FIRST));
            assertEquals(plainKey().position(), after.find("a", plainKey().token()));
        }
    }

    @Test
    void deleteUnclaimed_afterRestart_leavesNoFile() throws Exception {
        try (KeyIndexes<String> before = KeyIndexes.open(() -> storage, Options.plain())) {
            before.build("a", FIRST, KEYS);
        }
        try (KeyIndexes<String> after = KeyIndexes.open(() -> storage, Options.plain())) {
            after.deleteUnclaimed();
            assertEquals(List.of(), storage.names());
            assertEquals(0, after.stats().bytes());
        }
    }

    @Test
    void build_beyondLimit_isRefusedAndLeavesNothing() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.limited(16 << 10))) {
            assertEquals(BuildStatus.NO_ROOM, indexes.build("a", FIRST, KEYS));
            assertEquals(List.of(), storage.names());
            assertFalse(indexes.has("a"));
        }
    }

    @Test
    void build_keysOutOfOrder_isRefused() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            KeySource descending = sink -> {
                sink.accept(5, 0, false);
                sink.accept(4, 10, false);
            };
            assertEquals(BuildStatus.SOURCE_FAILED, indexes.build("a", FIRST, descending));
            KeySource unreadable = sink -> {
                throw new IOException("unreadable");
            };
            assertEquals(BuildStatus.SOURCE_FAILED, indexes.build("a", FIRST, unreadable));
            assertEquals(List.of(), storage.names());
            assertEquals(0, indexes.stats().errors(), "the device is well");
        }
    }

    @Test
    void build_sourceThatEnds_leavesNothing() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            KeySource compacted = sink -> {
                sink.accept(5, 0, false);
                throw new KeySource.Ended("a");
            };
            assertEquals(BuildStatus.ENDED, indexes.build("a", FIRST, compacted));
            assertEquals(List.of(), storage.names());
            assertEquals(0, indexes.stats().errors());
        }
    }

    @Test
    void drop_deletesTheFile() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            indexes.build("a", FIRST, KEYS);
            indexes.drop("a");
            assertEquals(List.of(), storage.names());
            assertEquals(KeyPosition.UNKNOWN, indexes.find("a", anyToken()));
        }
    }

    /** As in a table that was dropped and created again with its ID. Checked by removal: the other's keys answer. */
    @Test
    void sstableThatEqualsAnother_hasNotItsKeyIndex_andReplacesIt() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            indexes.build("a", FIRST, KEYS);
            String other = String.valueOf(new char[] {'a'});
            assertFalse(indexes.has(other));
            assertEquals(KeyPosition.UNKNOWN, indexes.find(other, plainKey().token()));
            indexes.drop(other);
            assertTrue(indexes.has("a"), "not dropped with another");
            assertEquals(BuildStatus.OK, indexes.build(other, SECOND, KEYS));
            assertSame(other, indexes.indexed().get(0));
            assertFalse(indexes.has("a"));
            assertEquals(1, storage.names().size());
        }
    }

    /** Without the checksum of a page, a key is found at a wrong position or called absent. */
    @Test
    void find_damagedPage_dropsTheFile() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            indexes.build("a", FIRST, KEYS);
            flip(storage.names().get(0), Device.PAGE_BYTES + KeyPageDescriptor.ENTRIES_OFFSET + 5);
            assertEquals(
                    KeyPosition.UNKNOWN, indexes.find("a", KEYS.keys().get(0).token()));
            assertFalse(indexes.has("a"));
            assertEquals(1, indexes.stats().checksumErrors());
            assertFalse(indexes.adopt("a", FIRST), "it must not come back");
            indexes.deleteDamaged();
            assertEquals(List.of(), storage.names());
            assertEquals(0, indexes.stats().bytes());
        }
    }

    /** Without the checksum of the first tokens, a key is looked for in a wrong page and called absent. */
    @Test
    void open_damagedFirstTokens_isDeleted() throws Exception {
        assertDeletedAfterDamageAt(KeyIndexDescriptor.pagePosition(buildOne()) + 3);
    }

    @Test
    void open_damagedHeader_isDeleted() throws Exception {
        buildOne();
        assertDeletedAfterDamageAt(26);
    }

    /** Two keys with one token in pages of their own: if the first page answered, the second key would seem absent. */
    @Test
    void find_equalTokensInPagesOfTheirOwn_isUnknown() throws Exception {
        long apart = 1L << (KeyPageDescriptor.MAX_POSITION_BITS + 1);
        KeySource twins = sink -> {
            sink.accept(1, 0, false);
            sink.accept(7, apart, false);
            sink.accept(7, 2 * apart, false);
            sink.accept(9, 3 * apart, false);
        };
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            assertEquals(BuildStatus.OK, indexes.build("a", FIRST, twins));
            assertEquals(KeyPosition.UNKNOWN, indexes.find("a", 7));
            assertEquals(0, indexes.find("a", 1));
            assertEquals(3 * apart, indexes.find("a", 9));
            assertEquals(KeyPosition.ABSENT, indexes.find("a", 8));
        }
    }

    @Test
    void draft_ofAllKeys_answersLikeAScan() throws Exception {
        DraftMemory memory = new DraftMemory(1 << 20);
        KeyDraft draft = new KeyDraft(memory);
        KEYS.forEach(draft::add);
        draft.complete();
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            assertEquals(BuildStatus.OK, indexes.build("a", FIRST, draft));
            for (RandomKeys.Key key : KEYS.keys()) {
                assertTrue(KEYS.isTrue(key.token(), indexes.find("a", key.token())), key.toString());
            }
        }
        draft.giveUp();
        assertEquals(1 << 20, memory.freeBytes());
    }

    @Test
    void draft_incompleteOrWithdrawn_isRefused() throws Exception {
        DraftMemory memory = new DraftMemory(1 << 20);
        KeyDraft incomplete = new KeyDraft(memory);
        incomplete.add(1, 0, false);
        KeyDraft disordered = new KeyDraft(memory);
        disordered.add(5, 0, false);
        disordered.add(4, 10, false);
        disordered.complete();
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            assertEquals(BuildStatus.SOURCE_FAILED, indexes.build("a", FIRST, incomplete));
            assertEquals(BuildStatus.SOURCE_FAILED, indexes.build("a", FIRST, disordered));
        }
        incomplete.giveUp();
        disordered.giveUp();
        assertEquals(1 << 20, memory.freeBytes());
    }

    @Test
    void draft_beyondTheMemory_isGivenUp() {
        DraftMemory memory = new DraftMemory(DraftMemory.BUFFER_BYTES);
        KeyDraft draft = new KeyDraft(memory);
        for (int i = 0; i < 200_000; i++) {
            draft.add(i * 1_000_003L, i * 1_000L, false);
        }
        draft.complete();
        assertFalse(draft.isUsable());
        assertEquals(DraftMemory.BUFFER_BYTES, memory.freeBytes());
    }

    /** Makes one key index and returns its number of pages. */
    private int buildOne() throws Exception {
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.plain())) {
            indexes.build("a", FIRST, KEYS);
            String name = storage.names().get(0);
            return KeyIndexFile.open(storage.open(name), name).header().pages();
        }
    }

    private void assertDeletedAfterDamageAt(long at) throws Exception {
        flip(storage.names().get(0), (int) at);
        try (KeyIndexes<String> after = KeyIndexes.open(() -> storage, Options.plain())) {
            assertFalse(after.adopt("a", FIRST));
            assertEquals(List.of(), storage.names());
        }
    }

    /** Checked by removal: a device that hangs takes no more reads, so no other one is late, and it stays on for ever. */
    @Test
    @Timeout(60)
    void find_deviceHangs_goesOffline_andComesBack() throws Exception {
        HookStorage hanging = new HookStorage();
        CountDownLatch ends = new CountDownLatch(1);
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> hanging, Options.bounded(8, 1_000_000))) {
            indexes.build("a", FIRST, KEYS);
            goOffline(hanging, indexes, ends);
            hanging.setFailing(true);
            indexes.checkDevice();
            hanging.setFailing(false);
            indexes.tendDevice();
            assertEquals(1, hanging.openDevices(), "a device that only is late is left alone");
            ends.countDown();
            // one read may be late on a busy machine: it has a millisecond
            while (indexes.find("a", plainKey().token()) != plainKey().position()) {
                indexes.watch(WITNESS);
                Thread.sleep(20);
            }
        } finally {
            ends.countDown();
        }
    }

    /** Reads until the device, which hangs from now on, is switched off. */
    private static void goOffline(HookStorage hanging, KeyIndexes<String> indexes, CountDownLatch ends)
            throws InterruptedException {
        hanging.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String device) {
                try {
                    ends.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        while (indexes.stats().online()) {
            assertEquals(KeyPosition.UNKNOWN, indexes.find("a", plainKey().token()));
            indexes.watch(WITNESS);
            Thread.sleep(20);
        }
    }

    /** Checked by removal: a read that fails is not in time either, so the files stay open, and the device off, for ever. */
    @Test
    @Timeout(60)
    void deviceThatHangs_andThenFails_isLeft() throws Exception {
        HookStorage sick = new HookStorage();
        CountDownLatch ends = new CountDownLatch(1);
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> sick, Options.bounded(8, 1_000_000))) {
            indexes.build("a", FIRST, KEYS);
            goOffline(sick, indexes, ends);
            sick.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeRead(String device) throws IOException {
                    throw new IOException("Input/output error");
                }
            });
            ends.countDown();
            while (sick.openDevices() > 0) {
                indexes.watch(WITNESS);
                indexes.tendDevice();
                Thread.sleep(20);
            }
            sick.calm();
            while (!indexes.isOnline()) {
                indexes.tendDevice();
                Thread.sleep(20);
            }
            assertTrue(indexes.adopt("a", FIRST));
        } finally {
            ends.countDown();
        }
    }

    /** A file system that others have filled is not a device that fails. */
    @Test
    void build_fullFileSystem_isNoFailureOfTheDevice() throws Exception {
        HookStorage full = new HookStorage();
        full.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                throw new NoSpaceException("full");
            }
        });
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> full, Options.plain())) {
            assertEquals(BuildStatus.NO_ROOM, indexes.build("a", FIRST, KEYS));
            assertEquals(0, indexes.stats().errors());
            assertEquals(List.of(), full.names());
            full.calm();
            assertEquals(BuildStatus.OK, indexes.build("b", FIRST, KEYS));
        }
    }

    /** While a large SSTable is read, others get key indexes from their drafts. */
    @Test
    void build_othersGrowMeanwhile_staysWithinTheLimit() throws Exception {
        try (KeyIndexes<String> sizes = KeyIndexes.open(MemoryStorage::new, Options.plain())) {
            sizes.build("a", FIRST, LARGE);
            long bytes = sizes.stats().bytes();
            try (KeyIndexes<String> indexes = KeyIndexes.open(() -> storage, Options.limited(bytes * 3 / 2))) {
                KeySource source = sink -> LARGE.forEach((token, position, hasOwnIndex) -> {
                    if (position > 0 && !indexes.has("b")) {
                        assertEquals(BuildStatus.OK, indexes.build("b", SECOND, LARGE));
                    }
                    sink.accept(token, position, hasOwnIndex);
                });
                assertEquals(BuildStatus.NO_ROOM, indexes.build("a", FIRST, source));
                assertEquals(bytes, indexes.stats().bytes());
            }
        }
    }

    /** Checked by removal: the keys of the file that was there before answer, so those of the SSTable seem absent. */
    @Test
    void build_deviceThatLosesWritesAndHasADeletedFileThere_isAFailureOfTheDevice() throws Exception {
        MemoryStorage deleted = new MemoryStorage();
        try (KeyIndexes<String> before = KeyIndexes.open(() -> deleted, Options.plain())) {
            before.build("a", FIRST, LARGE);
        }
        Device old = deleted.open(deleted.names().get(0));
        Storage loses = new ForwardingStorage(storage) {
            @Override
            public Device open(String name) throws IOException {
                super.open(name);
                return new LosingDevice(old);
            }
        };
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> loses, Options.plain())) {
            assertEquals(BuildStatus.DEVICE_FAILED, indexes.build("b", SECOND, KEYS));
            assertEquals(KeyPosition.UNKNOWN, indexes.find("b", plainKey().token()));
            assertEquals(1, indexes.stats().errors());
            assertEquals(List.of(), storage.names());
        }
    }

    /** A device that takes writes and keeps what it had. */
    private record LosingDevice(Device old) implements Device {
        @Override
        public int read(ByteBuffer destination, long position) throws IOException {
            return old.read(destination, position);
        }

        @Override
        public void write(ByteBuffer source, long position) {
            source.position(source.limit());
        }

        @Override
        public void force() {}

        @Override
        public void allocate(long sizeBytes) {}

        @Override
        public void discard() {}

        @Override
        public long size() throws IOException {
            return old.size();
        }

        @Override
        public void close() {}
    }

    /** Checked by removal: a lower limit has no effect until the SSTables are compacted. */
    @Test
    void adopt_limitIsLowerNow_keepsOnlyWhatFits() throws Exception {
        long bytes;
        try (KeyIndexes<String> before = KeyIndexes.open(() -> storage, Options.plain())) {
            before.build("a", FIRST, KEYS);
            bytes = before.stats().bytes();
            before.build("b", SECOND, KEYS);
        }
        try (KeyIndexes<String> after = KeyIndexes.open(() -> storage, Options.limited(bytes))) {
            assertTrue(after.adopt("b", SECOND));
            assertFalse(after.adopt("a", FIRST));
            assertEquals(1, storage.names().size());
            assertEquals(bytes, after.stats().bytes());
            assertEquals(plainKey().position(), after.find("b", plainKey().token()));
        }
    }

    /** Checked by removal: one page that cannot be read takes all key indexes off, again and again. */
    @Test
    void find_onePageUnreadable_onlyItsFileIsMadeAnew() throws Exception {
        HookStorage sick = new HookStorage();
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> sick, Options.fragile(16, System::nanoTime))) {
            indexes.build("a", FIRST, KEYS);
            String sickName = sick.names().get(0);
            indexes.build("b", SECOND, KEYS);
            sick.disturb(new HookStorage.Disturbance() {
                @Override
                public void beforeRead(String device) throws IOException {
                    if (device.equals(sickName)) {
                        throw new IOException("unreadable");
                    }
                }
            });
            for (int i = 0; i < 100; i++) {
                assertEquals(KeyPosition.UNKNOWN, indexes.find("a", plainKey().token()));
                assertEquals(plainKey().position(), indexes.find("b", plainKey().token()));
            }
            assertTrue(indexes.isOnline());
            assertFalse(indexes.has("a"));
            indexes.deleteDamaged();
            assertEquals(1, sick.names().size());
        }
    }

    /** Checked by removal: one file would keep all others from being used at each start. */
    @Test
    void open_aFileThatCannotBeOpened_isLeftOut() throws Exception {
        try (KeyIndexes<String> before = KeyIndexes.open(() -> storage, Options.plain())) {
            before.build("a", FIRST, KEYS);
            before.build("b", SECOND, KEYS);
        }
        String sickName = storage.names().stream().sorted().findFirst().orElseThrow();
        Storage sick = new ForwardingStorage(storage) {
            @Override
            public Device open(String name) throws IOException {
                if (name.equals(sickName)) {
                    throw new IOException("not of this software");
                }
                return super.open(name);
            }
        };
        try (KeyIndexes<String> after = KeyIndexes.open(() -> sick, Options.plain())) {
            assertTrue(after.adopt("a", FIRST) ^ after.adopt("b", SECOND));
            assertEquals(2, storage.names().size(), "it may be readable at the next start");
        }
    }

    @Test
    void roomBytes_isAtMostWhatTheFileSystemHas() throws Exception {
        Storage small = new ForwardingStorage(storage) {
            @Override
            public long freeBytes() {
                return 65L << 20;
            }
        };
        try (KeyIndexes<String> indexes = KeyIndexes.open(() -> small, Options.plain())) {
            assertEquals(1 << 20, indexes.roomBytes());
        }
    }

    private static RandomKeys.Key plainKey() {
        return KEYS.keys().stream()
                .filter(key -> KEYS.isPlain(key.token()))
                .findFirst()
                .orElseThrow();
    }

    private static long anyToken() {
        return KEYS.keys().get(0).token();
    }

    private void flip(String name, int at) throws IOException {
        Device device = storage.open(name);
        int start = at / Device.PAGE_BYTES * Device.PAGE_BYTES;
        ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
        device.read(page, start);
        page.clear();
        page.put(at - start, (byte) (page.get(at - start) ^ 1));
        device.write(page, start);
    }
}
