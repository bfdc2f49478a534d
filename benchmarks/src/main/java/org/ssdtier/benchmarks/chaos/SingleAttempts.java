package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * A retry policy of the driver that retries nothing. A lightweight transaction that is sent again after it took effect is
 * refused, with its own value.
 */
public final class SingleAttempts implements RetryPolicy {
    /**
     * Creates the policy; called by the driver.
     *
     * @param context context of the session, not used
     * @param profile name of the execution profile, not used
     */
    public SingleAttempts(DriverContext context, String profile) {}

    @Override
    @Deprecated
    public RetryDecision onReadTimeout(
            Request request, ConsistencyLevel level, int blockFor, int received, boolean dataPresent, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onWriteTimeout(
            Request request, ConsistencyLevel level, WriteType type, int blockFor, int received, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onUnavailable(Request request, ConsistencyLevel level, int required, int alive, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    @Deprecated
    public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retries) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public void close() {}
}
