package org.ssdtier.catalogue.cassandra.sstable;

import org.apache.cassandra.schema.TableId;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;

/** The node's catalogue, as the writers of SSTables use it. */
public interface IdSource {
    /** Returns a view of the catalogue for the writer of one SSTable, which closes it. Never blocks. */
    SchemaIds idsFor(TableId table);

    /**
     * Records that the dictionary of an SSTable is durable.
     *
     * @param instanceId identity of the catalogue that assigned the IDs
     * @param ids schema IDs in the order of the ordinals; {@link SchemaIds#NONE} for a definition without one
     * @param schemas the schemas of the SSTable
     */
    void learn(long instanceId, int[] ids, RowSchemas schemas);
}
