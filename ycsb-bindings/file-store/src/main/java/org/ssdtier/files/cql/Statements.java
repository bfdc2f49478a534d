package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ssdtier.files.model.StoreException;

/** The prepared statements of a session. */
final class Statements {
    private final CqlSession session;
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    Statements(CqlSession session) {
        this.session = session;
    }

    /**
     * Returns a statement, prepared on its first use.
     *
     * @param profile execution profile whose nodes prepare it; empty for the default one
     */
    PreparedStatement of(String cql, String profile) throws StoreException {
        PreparedStatement known = prepared.get(cql);
        if (known == null) {
            SimpleStatement statement = SimpleStatement.newInstance(cql);
            SimpleStatement of = profile.isEmpty() ? statement : statement.setExecutionProfileName(profile);
            known = CqlCalls.run(() -> session.prepare(of));
            prepared.put(cql, known);
        }
        return known;
    }
}
