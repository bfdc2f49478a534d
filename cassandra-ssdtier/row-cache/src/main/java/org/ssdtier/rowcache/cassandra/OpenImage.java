package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.DeserializationHelper;

/** An image that is being read; everything before the static row has been read. */
record OpenImage(
        ImageLayout layout,
        DecoratedKey key,
        SerializationHeader header,
        ColumnFilter columns,
        DeletionTime deletion,
        ImageInput in) {

    /** Returns a helper that reads the values of the columns in a filter. */
    DeserializationHelper helper(ColumnFilter filter) {
        return new DeserializationHelper(layout.metadata, layout.version, DeserializationHelper.Flag.LOCAL, filter);
    }
}
