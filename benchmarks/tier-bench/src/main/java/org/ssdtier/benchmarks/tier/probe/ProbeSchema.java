package org.ssdtier.benchmarks.tier.probe;

import java.util.Objects;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.KeyspaceParams;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaTransformations;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.Tables;

/** Static methods to create a table as in an offline tool of Cassandra: a schema in memory without a storage engine. */
public final class ProbeSchema {
    private ProbeSchema() {}

    /**
     * Creates a table, or returns the one of this name if there is one.
     *
     * @param builder its definition
     * @param rowCacheMib size of each of Cassandra's row caches made from now on, in MiB
     */
    public static TableMetadata create(TableMetadata.Builder builder, long rowCacheMib) {
        System.setProperty("cassandra.schema.force_load_local_keyspaces", "true");
        DatabaseDescriptor.clientInitialization(false);
        if (DatabaseDescriptor.getPartitioner() == null) {
            DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
        }
        DatabaseDescriptor.getRawConfig().row_cache_size = new DataStorageSpec.LongMebibytesBound(rowCacheMib + "MiB");
        TableMetadata table = builder.build();
        Schema.instance.transform(SchemaTransformations.addKeyspace(
                KeyspaceMetadata.create(table.keyspace, KeyspaceParams.simple(1), Tables.none()), true));
        Schema.instance.transform(SchemaTransformations.addTable(table, true));
        return Objects.requireNonNull(Schema.instance.getTableMetadata(table.keyspace, table.name));
    }
}
