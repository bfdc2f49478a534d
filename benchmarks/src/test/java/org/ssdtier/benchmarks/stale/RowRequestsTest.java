package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.benchmarks.stale.RowRequests.Answer;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.RowReceiver;

@Tag("unit")
@Timeout(60)
final class RowRequestsTest {
    private static final RowRange FOUR = new RowRange(3, 6, false, false);

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    /** A begin after the request could accuse a right row. Checked by removal: with the begin after it this fails. */
    @Test
    void row_beginsBeforeItsRequestIsSent_andEndsAfterItsAnswer() {
        RowRequests.send(FOUR, 1, this::answerAtOnce, new Recorder());
        assertEquals(
                List.of(
                        "begin 3",
                        "send 3",
                        "end 3 version 30",
                        "begin 4",
                        "send 4",
                        "end 4 version 40",
                        "begin 5",
                        "send 5",
                        "end 5 version 50",
                        "begin 6",
                        "send 6",
                        "end 6 version 60"),
                events);
    }

    @Test
    void reversedRange_isRequestedFromItsEnd() {
        RowRequests.send(new RowRange(3, 4, true, false), 1, this::answerAtOnce, new Recorder());
        assertEquals(List.of("begin 4", "send 4", "end 4 version 40"), events.subList(0, 3));
    }

    /** The driver drops what a listener of an answer throws, and the row would count as right though nobody judged it. */
    @Test
    void exceptionOfTheReceiver_isThrown_afterTheLastAnswer() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> RowRequests.send(FOUR, 2, this::answerAtOnce, new Recorder() {
                    @Override
                    public void end(int row, long version, int foreignRows) {
                        if (row == 4) {
                            throw new IllegalStateException("row=4");
                        }
                        super.end(row, version, foreignRows);
                    }
                }));
        assertEquals("row=4", thrown.getMessage());
        assertTrue(events.contains("end 6 version 60"), events.toString());
    }

    /** The other rows end while the answer of the first is delayed: the times of each are its own. */
    @Test
    void delayedAnswerOfOneRow_doesNotDelayTheOthers() throws Exception {
        Map<Integer, CompletableFuture<Answer>> sent = new ConcurrentHashMap<>();
        CountDownLatch allOthers = new CountDownLatch(3);
        Thread reader = new Thread(() -> RowRequests.send(
                FOUR,
                2,
                row -> {
                    events.add("send " + row);
                    return row == 3 ? sent.computeIfAbsent(3, first -> new CompletableFuture<>()) : answer(row);
                },
                new Recorder() {
                    @Override
                    public void end(int row, long version, int foreignRows) {
                        super.end(row, version, foreignRows);
                        allOthers.countDown();
                    }
                }));
        reader.start();
        allOthers.await();
        assertTrue(reader.isAlive(), "it waits for the delayed answer");
        List<String> before = List.copyOf(events);
        assertEquals("begin 6", before.get(before.size() - 3));
        sent.get(3).complete(new Answer(30, 0));
        reader.join();
        assertEquals("end 3 version 30", events.get(events.size() - 1));
        assertEquals(before.size() + 1, events.size());
    }

    /** A row that waits for others has not begun. Checked by removal: with one more in flight this fails. */
    @Test
    void rowsInFlight_areBounded() throws Exception {
        CompletableFuture<Answer> never = new CompletableFuture<>();
        CountDownLatch two = new CountDownLatch(2);
        Thread reader = new Thread(() -> RowRequests.send(
                FOUR,
                2,
                row -> {
                    events.add("send " + row);
                    two.countDown();
                    return never;
                },
                new Recorder()));
        reader.start();
        two.await();
        while (reader.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertEquals(List.of("begin 3", "send 3", "begin 4", "send 4"), events);
        never.complete(new Answer(1, 0));
        reader.join();
        assertEquals(12, events.size(), events.toString());
    }

    @Test
    void failure_isOneOfItsRow_andTheOthersGoOn() {
        RowRequests.send(
                FOUR,
                1,
                row -> switch (row) {
                    case 3 -> throw new IllegalStateException("closed");
                    case 4 -> CompletableFuture.failedStage(new CompletionException(new IllegalStateException("lost")));
                    default -> answer(row);
                },
                new Recorder());
        assertEquals(
                List.of(
                        "begin 3",
                        "fail 3 closed",
                        "begin 4",
                        "fail 4 lost",
                        "begin 5",
                        "end 5 version 50",
                        "begin 6",
                        "end 6 version 60"),
                events);
    }

    private CompletionStage<Answer> answerAtOnce(int row) {
        events.add("send " + row);
        return answer(row);
    }

    private static CompletionStage<Answer> answer(int row) {
        return CompletableFuture.completedStage(new Answer(10L * row, 0));
    }

    private class Recorder implements RowReceiver {
        @Override
        public void begin(int row) {
            events.add("begin " + row);
        }

        @Override
        public void end(int row, long version, int foreignRows) {
            events.add("end " + row + " version " + version);
        }

        @Override
        public void fail(int row, Throwable cause) {
            events.add("fail " + row + " " + cause.getMessage());
        }
    }
}
