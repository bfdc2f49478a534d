package org.ssdtier.ycsb.cql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

@Tag("unit")
class StatusesTest {
    @Test
    void of_driversExceptions_areTheirStatus() {
        assertEquals(Statuses.TIMEOUT, Statuses.of(new DriverTimeoutException("late")));
        assertEquals(Statuses.TIMEOUT, Statuses.of(new CompletionException(new DriverTimeoutException("late"))));
        assertEquals(Status.SERVICE_UNAVAILABLE, Statuses.of(new NoNodeAvailableException()));
        assertEquals(Status.SERVICE_UNAVAILABLE, Statuses.of(new ClosedConnectionException("gone")));
        assertEquals(Status.BAD_REQUEST, Statuses.of(new IllegalArgumentException("field")));
        assertEquals(Status.ERROR, Statuses.of(new IllegalStateException("other")));
    }

    @Test
    void of_allNodesFailed_isWhatTheFirstNodeSaid() {
        assertEquals(
                Status.SERVICE_UNAVAILABLE,
                Statuses.of(AllNodesFailedException.fromErrors(List.<Map.Entry<Node, Throwable>>of())));
    }
}
