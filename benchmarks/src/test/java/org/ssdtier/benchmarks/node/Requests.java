package org.ssdtier.benchmarks.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Requests of a test, several at a time: one after the other, client and node would wait for each other most of the time. */
public final class Requests {
    /** The number of requests at a time: too few for a node to refuse reads of the SSD. */
    private static final int AT_ONCE = 8;

    private Requests() {}

    /** Executes statements; returns their results, in the same order. */
    public static List<AsyncResultSet> execute(CqlSession session, List<BoundStatement> statements) {
        List<AsyncResultSet> results = new ArrayList<>();
        for (int from = 0; from < statements.size(); from += AT_ONCE) {
            List<CompletionStage<AsyncResultSet>> pending = new ArrayList<>();
            for (BoundStatement statement : statements.subList(from, Math.min(from + AT_ONCE, statements.size()))) {
                pending.add(session.executeAsync(statement));
            }
            pending.forEach(result -> results.add(result.toCompletableFuture().join()));
        }
        return results;
    }
}
