package org.ssdtier.ycsb.cql;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.util.List;
import java.util.concurrent.CompletionException;
import site.ycsb.Status;

/** Static methods to map the driver's exceptions to YCSB statuses. */
public final class Statuses {
    /** No response in time, from the coordinator or from the replicas. */
    public static final Status TIMEOUT = new Status("TIMEOUT", "The operation timed out.");

    private Statuses() {}

    /** Returns the status of a request that ended with {@code failure}. */
    public static Status of(Throwable failure) {
        if (failure instanceof CompletionException && failure.getCause() != null) {
            return of(failure.getCause());
        }
        if (failure instanceof AllNodesFailedException all) {
            return ofAll(all);
        }
        if (failure instanceof DriverTimeoutException
                || failure instanceof ReadTimeoutException
                || failure instanceof WriteTimeoutException) {
            return TIMEOUT;
        }
        if (failure instanceof UnauthorizedException || failure instanceof AuthenticationException) {
            return Status.FORBIDDEN;
        }
        if (failure instanceof QueryValidationException || failure instanceof IllegalArgumentException) {
            return Status.BAD_REQUEST;
        }
        return isUnavailability(failure) ? Status.SERVICE_UNAVAILABLE : Status.ERROR;
    }

    private static boolean isUnavailability(Throwable failure) {
        return failure instanceof UnavailableException
                || failure instanceof OverloadedException
                || failure instanceof BootstrappingException
                || failure instanceof NodeUnavailableException
                || failure instanceof RequestThrottlingException
                || failure instanceof BusyConnectionException
                || failure instanceof ClosedConnectionException
                || failure instanceof ConnectionInitException
                || failure instanceof HeartbeatException;
    }

    /** Returns the status of the first error; no node at all is unavailability. */
    private static Status ofAll(AllNodesFailedException all) {
        for (List<Throwable> errors : all.getAllErrors().values()) {
            if (!errors.isEmpty()) {
                return of(errors.get(0));
            }
        }
        return Status.SERVICE_UNAVAILABLE;
    }
}
