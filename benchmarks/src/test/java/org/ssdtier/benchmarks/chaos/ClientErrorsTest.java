package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ClientErrorsTest {
    private static final InetSocketAddress ONE = new InetSocketAddress("127.0.0.1", 9042);
    private static final InetSocketAddress TWO = new InetSocketAddress("127.0.0.2", 9042);

    @Test
    void answersOfTheNodeThatIsCutOff_areAKindOfTheirOwn_unlessTheCutDoesNotExplainThem() {
        ClientErrors errors = new ClientErrors();
        errors.begin("partition");
        errors.cutOff(TWO);
        errors.record("partition", "read", unavailable(TWO));
        errors.record("partition", "read", unavailable(ONE));
        errors.record("partition", "read", new ServerError(node(TWO), "broken"));
        errors.cutOff(null);
        errors.record("partition", "read", unavailable(TWO));
        assertEquals(
                Map.of(
                        "partition",
                        Map.of(
                                "read UnavailableException of the node that is cut off",
                                1L,
                                "read UnavailableException",
                                2L,
                                "read ServerError",
                                1L)),
                errors.counts());
        assertTrue(ClientErrors.isOfCutOff("read UnavailableException of the node that is cut off"));
        assertFalse(ClientErrors.isOfCutOff("read UnavailableException"));
    }

    /** A request that was under way when a node was killed began before the fault. */
    @Test
    void error_isChargedToTheFaultThatEndsNodes_whetherItBeganOrFailedThen() {
        ClientErrors errors = new ClientErrors();
        errors.begin("schema");
        String before = errors.fault();
        errors.begin("kill");
        errors.record(before, "read", new ClosedConnectionException("gone"));
        String during = errors.fault();
        errors.begin("compact");
        errors.record(during, "read", new ClosedConnectionException("gone"));
        errors.record("compact", "read", new ClosedConnectionException("gone"));
        assertEquals(
                Map.of(
                        "kill",
                        Map.of("read ClosedConnectionException", 2L),
                        "compact",
                        Map.of("read ClosedConnectionException", 1L)),
                errors.counts());
    }

    private static UnavailableException unavailable(InetSocketAddress coordinator) {
        return new UnavailableException(node(coordinator), ConsistencyLevel.QUORUM, 2, 1);
    }

    /** Returns a node that knows nothing but its address. */
    private static Node node(InetSocketAddress address) {
        EndPoint endPoint = (EndPoint) Proxy.newProxyInstance(
                EndPoint.class.getClassLoader(),
                new Class<?>[] {EndPoint.class},
                (proxy, method, arguments) -> address);
        return (Node) Proxy.newProxyInstance(
                Node.class.getClassLoader(), new Class<?>[] {Node.class}, (proxy, method, arguments) -> endPoint);
    }
}
