package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The prepared statements of a session. */
final class Statements {
    private final CqlSession session;
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    Statements(CqlSession session) {
        this.session = session;
    }

    /** Returns a statement, prepared on its first use. */
    PreparedStatement of(String cql) {
        PreparedStatement known = prepared.get(cql);
        if (known == null) {
            known = session.prepare(cql);
            prepared.put(cql, known);
        }
        return known;
    }
}
