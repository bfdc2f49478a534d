package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CountDownLatch;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.segmentlog.device.DeviceErrors;

@Tag("unit")
final class StartCheckTest {
    private static final String OPTION = "ssd_row_cache.directory=/mnt/ssd";

    @Test
    void refusal_isThrown() {
        ConfigurationException refusal = new ConfigurationException("of another node");
        assertSame(
                refusal,
                assertThrows(
                        ConfigurationException.class,
                        () -> StartCheck.run(OPTION, () -> {
                            throw refusal;
                        })));
    }

    /** Checked by removal: otherwise a node whose SSD has died is refused at its next restart. */
    @Test
    void deviceThatFails_doesNotRefuseTheStart() {
        assertDoesNotThrow(() -> StartCheck.run(OPTION, () -> {
            throw new UncheckedIOException(new IOException("Input/output error"));
        }));
    }

    /** Checked by removal: otherwise a node whose SSD hangs never starts. */
    @Test
    @Timeout(60)
    void deviceThatHangs_doesNotHoldUpTheStart() {
        CountDownLatch hang = new CountDownLatch(1);
        StartCheck.run(
                OPTION,
                () -> {
                    try {
                        hang.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                10);
        hang.countDown();
    }

    @Test
    void deviceErrors_areTheDevicesOwn() {
        assertTrue(DeviceErrors.isOfDevice(
                new IOException("x", new FileSystemException("/mnt/ssd", null, "Input/output error"))));
        assertTrue(DeviceErrors.isOfDevice(new FileSystemException("/mnt/ssd", null, "Structure needs cleaning")));
        assertFalse(DeviceErrors.isOfDevice(new AccessDeniedException("/mnt/ssd")));
        assertFalse(DeviceErrors.isOfDevice(new IOException((String) null)));
    }
}
