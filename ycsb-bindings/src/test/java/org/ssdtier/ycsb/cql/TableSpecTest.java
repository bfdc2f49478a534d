package org.ssdtier.ycsb.cql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.ycsb.workload.OperationType;

@Tag("unit")
class TableSpecTest {
    @Test
    void createTable_defaults_areFiveCachedTextColumns() {
        assertEquals(
                "CREATE TABLE IF NOT EXISTS \"ycsb\".\"usertable\" (y_id text, \"field0\" text, \"field1\" text,"
                        + " \"field2\" text, \"field3\" text, \"field4\" text, PRIMARY KEY (y_id)) WITH caching ="
                        + " {'keys': 'ALL', 'rows_per_partition': 'ALL'} AND compression = {'class': 'LZ4Compressor',"
                        + " 'chunk_length_in_kb': 16}",
                TableSpec.from(new Properties()).createTableCql());
    }

    @Test
    void createTable_mapWithoutCompression_hasOneMapColumn() {
        Properties properties = new Properties();
        properties.setProperty(TableSpec.SHAPE_PROPERTY, "map");
        properties.setProperty(TableSpec.COMPRESSION_PROPERTY, "none");
        properties.setProperty(TableSpec.OPTIONS_PROPERTY, "gc_grace_seconds = 0");
        assertEquals(
                "CREATE TABLE IF NOT EXISTS \"ycsb\".\"usertable\" (y_id text, fields map<text, text>, PRIMARY KEY"
                        + " (y_id)) WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'} AND compression ="
                        + " {'enabled': 'false'} AND gc_grace_seconds = 0",
                TableSpec.from(properties).createTableCql());
    }

    @ParameterizedTest
    @CsvSource({
        "cassandra.table.shape,rows",
        "cassandra.table.rowsperpartition,all",
        "cassandra.table.chunkkib,0",
        "cassandra.replicationfactor,none",
        "table,user-table",
        "cassandra.keyspace,\"ks; DROP\""
    })
    void from_valueNotAllowed_isRefused(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> TableSpec.from(properties));
        assertTrue(e.getMessage().contains("=" + value + ", allowed: "), e.getMessage());
    }

    @Test
    void settings_consistency_isPerOperation() {
        Properties properties = new Properties();
        properties.setProperty(CqlSettings.READ_CONSISTENCY_PROPERTY, "quorum");
        properties.setProperty(CqlSettings.WRITE_CONSISTENCY_PROPERTY, "LOCAL_QUORUM");
        properties.setProperty(CqlSettings.DELETE_CONSISTENCY_PROPERTY, "ALL");
        var levels = CqlSettings.from(properties).consistency();
        assertEquals(DefaultConsistencyLevel.QUORUM, levels.get(OperationType.READ));
        assertEquals(DefaultConsistencyLevel.QUORUM, levels.get(OperationType.SCAN));
        assertEquals(DefaultConsistencyLevel.LOCAL_QUORUM, levels.get(OperationType.UPDATE));
        assertEquals(DefaultConsistencyLevel.LOCAL_QUORUM, levels.get(OperationType.INSERT));
        assertEquals(DefaultConsistencyLevel.ALL, levels.get(OperationType.DELETE));
        properties.setProperty(CqlSettings.READ_CONSISTENCY_PROPERTY, "MOST");
        assertThrows(IllegalArgumentException.class, () -> CqlSettings.from(properties));
    }

    @Test
    void settings_inFlight_isOfTheLoadPhaseOnly() {
        Properties properties = new Properties();
        assertEquals(1, CqlSettings.from(properties).loadInFlight());
        properties.setProperty("dotransactions", "false");
        assertEquals(64, CqlSettings.from(properties).loadInFlight());
        properties.setProperty(CqlSettings.PASSWORD_PROPERTY, "secret");
        assertFalse(CqlSettings.from(properties).toString().contains("secret"));
    }
}
