package org.ssdtier.catalogue.cassandra.estimate;

import java.util.List;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;

/**
 * Successive rows of one partition.
 *
 * @param key the partition's key
 * @param deletion the partition's deletion
 * @param staticRow the partition's static row
 * @param rows rows and markers of range tombstones
 * @param isFirst whether the partition begins with them
 * @param isLast whether the partition ends with them
 */
record Run(
        DecoratedKey key,
        DeletionTime deletion,
        Row staticRow,
        List<Unfiltered> rows,
        boolean isFirst,
        boolean isLast) {}
