package org.ssdtier.benchmarks.stale;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.RowReceiver;

/**
 * Requests for single rows, a bounded number of them in flight. Each row begins when its request may be sent, not while it
 * waits for others, and ends when its answer arrives.
 */
final class RowRequests {
    private final int mostInFlight;
    private final IntFunction<CompletionStage<Answer>> sender;
    private final RowReceiver receiver;
    private final Semaphore free;
    private final AtomicReference<@Nullable RuntimeException> fault = new AtomicReference<>();

    private RowRequests(int mostInFlight, IntFunction<CompletionStage<Answer>> sender, RowReceiver receiver) {
        this.mostInFlight = mostInFlight;
        this.sender = sender;
        this.receiver = receiver;
        this.free = new Semaphore(mostInFlight);
    }

    /**
     * The answer to a request for a row.
     *
     * @param version version of the row; 0 if it does not exist
     * @param foreignRows number of impossible rows in the answer
     */
    record Answer(long version, int foreignRows) {}

    /**
     * Requests each row of a range, and returns when the last answer has arrived.
     *
     * @param mostInFlight requests in flight, at most; at least 1
     * @param sender sends the request for a row
     * @param receiver receives begin and end of each row; the first exception that it throws is thrown here, once the last
     *     answer has arrived
     */
    static void send(
            RowRange range, int mostInFlight, IntFunction<CompletionStage<Answer>> sender, RowReceiver receiver) {
        RowRequests requests = new RowRequests(mostInFlight, sender, receiver);
        for (int i = 0; i < range.rows(); i++) {
            requests.send(range.reversed() ? range.last() - i : range.first() + i);
        }
        requests.awaitAll();
    }

    private void send(int row) {
        free.acquireUninterruptibly();
        try {
            receiver.begin(row);
        } catch (RuntimeException e) {
            fault.compareAndSet(null, e);
            free.release();
            return;
        }
        CompletionStage<Answer> answer;
        try {
            answer = sender.apply(row);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedStage(e);
        }
        answer.whenComplete((found, failure) -> end(row, found, failure));
    }

    private void end(int row, @Nullable Answer found, @Nullable Throwable failure) {
        try {
            if (found != null) {
                receiver.end(row, found.version, found.foreignRows);
            } else {
                receiver.fail(row, cause(failure));
            }
        } catch (RuntimeException e) {
            fault.compareAndSet(
                    null, e); // the driver would drop it, and a row that was not judged would count as right
        } finally {
            free.release();
        }
    }

    private static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause == null ? new IllegalStateException("no answer") : cause;
    }

    private void awaitAll() {
        free.acquireUninterruptibly(mostInFlight);
        RuntimeException first = fault.get();
        if (first != null) {
            throw first;
        }
    }
}
