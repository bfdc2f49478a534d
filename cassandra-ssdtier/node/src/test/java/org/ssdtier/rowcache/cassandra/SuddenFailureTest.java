package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.utils.MonotonicClock.Global;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/** Tests of reads disturbed by a failure of the disk, another slow read, or an interrupt. */
@Tag("concurrency")
class SuddenFailureTest {

    @Test
    void wholePartitionCannotBeRead_queryIsAnsweredAsWithoutCache() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        SinglePartitionReadCommand command = table.command();
        table.at(Step.LOADING, () -> {
            throw new FSReadError(new IOException("thrown by the test"), "no file");
        });
        assertTrue(ProtocolTable.execute(command).contains("c=1"));
        assertEquals(0, table.count(Step.LOADING, () -> assertEquals(List.of(1), table.read())));
    }

    @Test
    @Timeout(60)
    void interruptedWhileWaitingForAnothersLoad_flagIsDownWhileTheDiskIsRead() throws InterruptedException {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        List<Boolean> flags = new ArrayList<>();
        whileALoadIsInProgress(table, () -> {
            Thread.currentThread().interrupt(); // checked when the wait begins
            flags.addAll(flagsOfARead(table.command()));
            assertTrue(Thread.interrupted());
        });
        assertEquals(List.of(false, false, true), flags);
    }

    @Test
    void nanosLeft_isTheCommandsTimeout() {
        SinglePartitionReadCommand command = new ProtocolTable(ALL).command();
        assertEquals(Long.MAX_VALUE, ImageRead.nanosLeft(command));
        long now = Global.approxTime.now();
        command.setMonitoringTime(now, false, TimeUnit.HOURS.toNanos(2), 0);
        assertTrue(ImageRead.nanosLeft(command) <= TimeUnit.HOURS.toNanos(2));
        assertTrue(ImageRead.nanosLeft(command) > TimeUnit.HOURS.toNanos(1));
    }

    /** Returns the thread's interrupt flag when the rows are opened, after they are read, and after they are closed. */
    private static List<Boolean> flagsOfARead(SinglePartitionReadCommand command) {
        List<Boolean> flags = new ArrayList<>();
        try (ReadExecutionController controller = command.executionController()) {
            try (UnfilteredPartitionIterator partitions = command.executeLocally(controller);
                    UnfilteredRowIterator rows = partitions.next()) {
                flags.add(Thread.currentThread().isInterrupted());
                rows.forEachRemaining(row -> {});
                flags.add(Thread.currentThread().isInterrupted());
            }
        }
        flags.add(Thread.currentThread().isInterrupted());
        return flags;
    }

    /** Runs an action while another thread is loading the partition for the cache. */
    private static void whileALoadIsInProgress(ProtocolTable table, Runnable action) throws InterruptedException {
        CountDownLatch loading = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        table.at(Step.LOADING, () -> {
            loading.countDown();
            await(mayEnd);
        });
        CompletableFuture<String> load = CompletableFuture.supplyAsync(() -> ProtocolTable.execute(table.command()));
        loading.await();
        try {
            action.run();
        } finally {
            mayEnd.countDown();
        }
        assertTrue(load.join().contains("c=1"));
        assertFalse(Thread.currentThread().isInterrupted());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
