package org.ssdtier.keyindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;

/** Key indexes on a device that fails, and comes back. */
@Tag("unit")
final class KeyIndexFailureTest {
    private static final SSTableIdentity FIRST = new SSTableIdentity("table-1", 1_000, 7);
    private static final SSTableIdentity SECOND = new SSTableIdentity("table-2", 1_000, 7);
    private static final RandomKeys KEYS = new RandomKeys(new Random(3), 5_000, RandomKeys.Tokens.UNIFORM);
    private static final RandomKeys.Key KEY = KEYS.keys().stream()
            .filter(key -> KEYS.isPlain(key.token()))
            .findFirst()
            .orElseThrow();
    private static final int ERRORS = 3;

    private final HookStorage device = new HookStorage();
    private final AtomicLong now = new AtomicLong();
    private final CpuWitness witness = new CpuWitness(now::get, nanos -> {}, 0);
    /** Directories that are open. */
    private final AtomicInteger open = new AtomicInteger();

    private boolean isElsewhere;
    private boolean isUndeletable;
    private KeyIndexes<String> indexes;

    @BeforeEach
    void start() throws IOException {
        indexes = KeyIndexes.open(this::open, Options.fragile(ERRORS, now::get));
        assertEquals(BuildStatus.OK, indexes.build("a", FIRST, KEYS));
    }

    @AfterEach
    void stop() {
        indexes.close();
        assertNothingIsOpen();
    }

    private Storage open() throws IOException {
        if (isElsewhere) {
            throw new StorageException("it is on another device", null);
        }
        open.incrementAndGet();
        return new ForwardingStorage(device) {
            private boolean isClosed;

            @Override
            public void delete(String name) throws IOException {
                if (isUndeletable) {
                    throw new IOException("Read-only file system");
                }
                super.delete(name);
            }

            @Override
            public void close() {
                open.addAndGet(isClosed ? 0 : -1);
                isClosed = true;
            }
        };
    }

    private void assertNothingIsOpen() {
        assertEquals(0, open.get(), "directories");
        assertEquals(0, device.openDevices(), "an open file keeps the file system from being unmounted");
    }

    /** Takes the steps of the keeper and of the watch after a time. */
    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        indexes.watch(witness);
        indexes.tendDevice();
        indexes.checkDevice();
        indexes.tendDevice();
    }

    private void assertItsKeyIsFoundAgain() {
        assertTrue(indexes.isOnline());
        assertTrue(indexes.adopt("a", FIRST));
        assertEquals(KEY.position(), indexes.find("a", KEY.token()));
    }

    /** Checked by removal: the file system cannot be unmounted, so it stays as it is until the node is restarted. */
    @Test
    void fileSystemFails_everyFileIsClosed_andUsedAgainOnceItIsWritable() {
        device.setFailing(true);
        device.disturb(unwritable());
        pass(10);
        assertNothingIsOpen();
        assertFalse(indexes.isOnline());
        assertEquals(KeyPosition.UNKNOWN, indexes.find("a", KEY.token()));
        assertEquals(BuildStatus.DEVICE_FAILED, indexes.build("b", SECOND, KEYS));
        pass(2);
        assertNothingIsOpen();
        assertFalse(indexes.isOnline(), "no page can be written");
        device.setFailing(false);
        device.calm();
        pass(60);
        assertItsKeyIsFoundAgain();
        assertEquals(1, device.names().size(), "what proved the device is deleted");
        assertEquals(BuildStatus.OK, indexes.build("b", SECOND, KEYS));
    }

    private static HookStorage.Disturbance unwritable() {
        return new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String name) throws IOException {
                throw new IOException("Input/output error");
            }
        };
    }

    private static HookStorage.Disturbance unreadable(String sick) {
        return new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String name) throws IOException {
                if (name.equals(sick)) {
                    throw new IOException("Input/output error");
                }
            }
        };
    }

    @Test
    void readsFail_goesOffline_andComesBack() {
        device.disturb(unreadable(device.names().get(0)));
        for (int error = 0; error < ERRORS; error++) {
            assertTrue(indexes.isOnline());
            assertEquals(KeyPosition.UNKNOWN, indexes.find("a", KEY.token()));
        }
        assertFalse(indexes.isOnline());
        assertEquals(1, indexes.stats().files(), "until the keeper's step");
        pass(2);
        assertNothingIsOpen();
        assertEquals(0, indexes.stats().files());
        device.calm();
        assertEquals(KeyPosition.UNKNOWN, indexes.find("a", KEY.token()), "not asked before it is open");
        pass(60);
        assertItsKeyIsFoundAgain();
        assertEquals(ERRORS, indexes.stats().errors(), "counted since the start");
    }

    /** Checked by removal: files that only cannot be read now are deleted, and made again from the slow disk. */
    @Test
    void readsStillFail_afterALongOutage_noFileIsDeleted() {
        device.setFailing(true);
        device.disturb(unwritable());
        for (int attempt = 0; attempt < 10; attempt++) {
            pass(60);
        }
        device.setFailing(false);
        device.disturb(unreadable(device.names().get(0)));
        pass(60);
        assertFalse(indexes.isOnline());
        assertEquals(1, device.names().size());
        device.calm();
        pass(120);
        assertItsKeyIsFoundAgain();
    }

    /** Checked by removal: it fails again and again, and the file is never made anew. */
    @Test
    void onlyFileHasAnUnreadablePage_isNotUsedAgainAfterItsSecondFailure() {
        for (int failure = 0; failure < 2; failure++) {
            assertItsKeyIsFoundAgain(failure);
            device.disturb(unreadable(device.names().get(0)));
            while (indexes.isOnline()) {
                assertEquals(KeyPosition.UNKNOWN, indexes.find("a", KEY.token()));
            }
            device.calm(); // its other pages can be read
            pass(120);
        }
        assertTrue(indexes.isOnline());
        assertFalse(indexes.hasUnclaimed());
        assertEquals(0, device.names().size());
    }

    private void assertItsKeyIsFoundAgain(int failures) {
        assertTrue(failures == 0 || indexes.adopt("a", FIRST));
        assertEquals(KEY.position(), indexes.find("a", KEY.token()));
    }

    /** Checked by removal: one file that cannot be read keeps all others from being used for ever. */
    @Test
    void oneFileStaysUnreadable_isLeftOutInTheEnd() {
        String sick = device.names().get(0);
        assertEquals(BuildStatus.OK, indexes.build("b", SECOND, KEYS));
        device.setFailing(true);
        device.disturb(unreadable(sick));
        pass(10);
        device.setFailing(false);
        pass(60);
        assertFalse(indexes.isOnline(), "it may be the device");
        for (int attempt = 0; attempt < 4; attempt++) {
            pass(120);
        }
        assertTrue(indexes.isOnline());
        assertFalse(indexes.adopt("a", FIRST));
        assertTrue(indexes.adopt("b", SECOND));
        assertEquals(2, device.names().size(), "not deleted: the device may still be the cause");
        assertEquals(1, device.openDevices());
        device.calm();
        device.setFailing(true);
        pass(60);
        device.setFailing(false);
        pass(60);
        assertFalse(indexes.adopt("a", FIRST), "its SSTable has had another one since");
        assertEquals(1, device.names().size());
    }

    /** Checked by removal: it is used again, found damaged again, and the device fails again, without end. */
    @Test
    void damagedFile_isNotUsedAgainAfterAFailure() {
        assertEquals(BuildStatus.OK, indexes.build("b", SECOND, KEYS));
        device.afterRead(page -> page.put(100, (byte) ~page.get(100)));
        assertEquals(KeyPosition.UNKNOWN, indexes.find("a", KEY.token()));
        assertFalse(indexes.has("a"));
        device.calm();
        isUndeletable = true; // as when the file system has just become read-only
        indexes.deleteDamaged();
        isUndeletable = false;
        device.setFailing(true);
        pass(10);
        device.setFailing(false);
        pass(60);
        assertTrue(indexes.isOnline());
        assertFalse(indexes.adopt("a", FIRST));
        assertTrue(indexes.adopt("b", SECOND));
        assertEquals(1, device.names().size());
    }

    /** Checked by removal: the file that is good is deleted, and stays in use. */
    @Test
    void twoFilesOfOneSSTable_oneCannotBeDeleted_theOtherIsUsed() throws IOException {
        HookStorage twins = new HookStorage();
        try (KeyIndexes<String> before = KeyIndexes.open(() -> twins, Options.plain())) {
            before.build("a", FIRST, KEYS);
            before.build("b", FIRST, KEYS);
        }
        Storage undeletable = new ForwardingStorage(twins) {
            @Override
            public void delete(String name) throws IOException {
                throw new IOException("Input/output error");
            }
        };
        try (KeyIndexes<String> after = KeyIndexes.open(() -> undeletable, Options.plain())) {
            assertTrue(after.adopt("a", FIRST));
            assertEquals(KEY.position(), after.find("a", KEY.token()));
            assertEquals(1, twins.openDevices());
        }
    }

    /** Checked by removal: the file is made below the mount point, on another file system, and nothing tells. */
    @Test
    void directoryIsGone_makesNoFile_andComesBackOnlyOnItsDevice() {
        device.setPresent(false);
        assertEquals(BuildStatus.DEVICE_FAILED, indexes.build("b", SECOND, KEYS));
        assertEquals(1, device.names().size());
        isElsewhere = true;
        pass(2);
        assertNothingIsOpen();
        pass(60);
        assertFalse(indexes.isOnline(), "it is below the mount point");
        isElsewhere = false;
        device.setPresent(true);
        pass(120);
        assertItsKeyIsFoundAgain();
    }

    /** Checked by removal: the file that is being made stays open until the whole SSTable is read, which may take hours. */
    @Test
    void fileSystemFailsWhileAFileIsMade_itEndsAtOnce() {
        AtomicInteger keys = new AtomicInteger();
        KeySource source = sink -> KEYS.forEach((token, position, hasOwnIndex) -> {
            if (keys.incrementAndGet() == 100) {
                device.setFailing(true);
                now.addAndGet(TimeUnit.SECONDS.toNanos(10));
                indexes.checkDevice();
            }
            sink.accept(token, position, hasOwnIndex);
        });
        assertEquals(BuildStatus.ENDED, indexes.build("b", SECOND, source));
        assertEquals(100, keys.get());
        pass(0);
        assertNothingIsOpen();
    }

    /** Without look-ups and new SSTables nothing else tells. */
    @Test
    void directoryIsGone_isNoticedWithoutUse() {
        device.setPresent(false);
        pass(10);
        assertNothingIsOpen();
        assertFalse(indexes.isOnline());
    }

    /** Others may have filled it. */
    @Test
    void fullFileSystem_isOpenedAgain() {
        device.setFailing(true);
        pass(10);
        device.setFailing(false);
        device.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String name) throws IOException {
                throw new NoSpaceException("No space left on device");
            }
        });
        pass(60);
        assertItsKeyIsFoundAgain();
    }

    /** An SSTable that was compacted meanwhile does not come back. */
    @Test
    void sstableIsGoneMeanwhile_itsFileIsDeleted() {
        device.setFailing(true);
        pass(10);
        assertEquals(0, indexes.indexed().size());
        device.setFailing(false);
        pass(60);
        assertTrue(indexes.hasUnclaimed());
        indexes.deleteUnclaimed();
        assertEquals(0, device.names().size());
        assertEquals(0, device.openDevices());
    }

    /** Checked by removal: a stop meanwhile leaves the directory open and locked. */
    @Test
    void closedWhileItIsOpenedAgain_leavesNothingOpen() throws IOException {
        device.setFailing(true);
        pass(10);
        device.setFailing(false);
        device.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeForce(String name) {
                indexes.close();
            }
        });
        pass(60);
        assertNothingIsOpen();
        assertFalse(indexes.isOnline());
    }
}
