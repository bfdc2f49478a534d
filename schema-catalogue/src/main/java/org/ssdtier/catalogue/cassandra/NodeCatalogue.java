package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.schema.TableId;
import org.ssdtier.catalogue.SchemaIds;

/** The schema catalogue of this node; tools and clients have none. */
public final class NodeCatalogue {
    private NodeCatalogue() {}

    /** A view of the catalogue for the writer of one SSTable, who closes it. */
    static SchemaIds idsFor(TableId table) {
        return SchemaIds.WITHOUT;
    }
}
