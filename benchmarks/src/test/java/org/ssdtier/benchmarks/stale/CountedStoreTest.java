package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.ycsb.stale.StoreException;

@Tag("unit")
final class CountedStoreTest {
    private final AtomicInteger executed = new AtomicInteger();

    /** A counter that may have been added to, or not, is not its row's version any more. */
    @Test
    void rowWhoseWriteFailed_isNotWrittenAgain_andOthersAre() throws StoreException {
        CountedStore store = new CountedStore(session(), "counted", 6);
        executed.set(0);
        assertThrows(StoreException.class, () -> store.write(1, 2, 1));
        StoreException refused = assertThrows(StoreException.class, () -> store.write(1, 2, 2));
        assertTrue(String.valueOf(refused.getMessage()).contains("an earlier write has failed"), refused.toString());
        assertEquals(1, executed.get());
        store.write(2, 2, 1);
        assertEquals(2, executed.get());
    }

    /** Returns a session whose first request to a prepared statement times out. */
    private CqlSession session() {
        BoundStatement bound = proxy(BoundStatement.class, null);
        PreparedStatement prepared = proxy(PreparedStatement.class, bound);
        return (CqlSession) Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepare")) {
                        return prepared;
                    }
                    if (arguments[0] == bound && executed.incrementAndGet() == 1) {
                        throw new DriverTimeoutException("timed out");
                    }
                    return null;
                });
    }

    private static <T> T proxy(Class<T> type, @Nullable Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer));
    }
}
