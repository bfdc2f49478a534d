package org.ssdtier.benchmarks.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of {@link ShapedRows} on a session that fails every statement. */
@Tag("unit")
class ShapedRowsTest {
    private static final IOException CAUSE = new IOException("timed out");

    private final ShapedRows rows = new ShapedRows(failingSession(), "measured.many", ShapedRows.LEAST_KEY_BYTES);

    /** The commands print a message, but no cause. */
    @Test
    void countWrong_aReadFails_theMessageHasTheCause() {
        IOException error = assertThrows(IOException.class, () -> rows.countWrong(6, 10, 1, 0, partition -> 0));
        assertEquals("rows=10 from=6: could not be read: " + CAUSE, error.getMessage());
        assertSame(CAUSE, error.getCause());
    }

    @Test
    void write_aWriteFails_theMessageHasTheCause() {
        IOException error = assertThrows(IOException.class, () -> rows.write(6, 10, 0, partition -> 0));
        assertEquals("rows=10 from=6: could not be written: " + CAUSE, error.getMessage());
        assertSame(CAUSE, error.getCause());
    }

    private static CqlSession failingSession() {
        BoundStatement bound = proxy(BoundStatement.class, (self, method, arguments) -> null);
        PreparedStatement prepared = proxy(PreparedStatement.class, (self, method, arguments) -> bound);
        return proxy(
                CqlSession.class,
                (self, method, arguments) ->
                        method.getName().equals("prepare") ? prepared : CompletableFuture.failedFuture(CAUSE));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
