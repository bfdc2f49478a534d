package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StoreSettings;

/**
 * The settings of a store, a row each. They are written once, by a transaction each, and never changed. The permission bits
 * of the root are in the same table, see {@link CqlTables#rootMode}.
 */
final class SettingsTable {
    private final CqlSession session;
    private final String keyspace;

    SettingsTable(CqlSession session, String keyspace) {
        this.session = session;
        this.keyspace = keyspace;
    }

    /** Records settings, if there are none. */
    void record(StoreSettings settings) throws StoreException {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("format_version", Integer.toString(settings.formatVersion()));
        values.put("model", settings.model().toString());
        values.put("chunk_bytes", Integer.toString(settings.chunkBytes()));
        values.put("bucket_files", Integer.toString(settings.bucketFiles()));
        for (Map.Entry<String, String> value : values.entrySet()) {
            CqlCalls.run(() -> session.execute(SimpleStatement.newInstance(
                            "INSERT INTO \"" + keyspace + "\".settings (name, value) VALUES (?, ?) IF NOT EXISTS",
                            value.getKey(),
                            value.getValue())
                    .setConsistencyLevel(ConsistencyLevel.EACH_QUORUM)));
        }
        StoreSettings recorded = read();
        if (!recorded.equals(settings)) {
            throw new StoreException(
                    "keyspace=" + keyspace + ": a store with other settings: " + recorded + ", expected " + settings);
        }
    }

    StoreSettings read() throws StoreException {
        Map<String, String> values = new LinkedHashMap<>();
        CqlCalls.run(() -> {
            for (Row row :
                    session.execute(SimpleStatement.newInstance("SELECT name, value FROM \"" + keyspace + "\".settings")
                            .setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM))) {
                values.put(String.valueOf(row.getString("name")), String.valueOf(row.getString("value")));
            }
            return true;
        });
        try {
            return new StoreSettings(
                    number(values, "format_version"),
                    StoreModel.of(value(values, "model")),
                    number(values, "chunk_bytes"),
                    number(values, "bucket_files"));
        } catch (IllegalArgumentException e) {
            throw new StoreException("keyspace=" + keyspace + ": " + e.getMessage(), e);
        }
    }

    private int number(Map<String, String> values, String name) throws StoreException {
        String value = value(values, name);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new StoreException("keyspace=" + keyspace + " setting " + name + "=" + value + ": no number", e);
        }
    }

    private String value(Map<String, String> values, String name) throws StoreException {
        String value = values.get(name);
        if (value == null) {
            throw new StoreException("keyspace=" + keyspace + ": no store, or one whose creation has not ended (no"
                    + " setting " + name + "); create it with files init");
        }
        return value;
    }
}
