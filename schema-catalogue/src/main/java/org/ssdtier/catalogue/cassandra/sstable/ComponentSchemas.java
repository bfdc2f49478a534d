package org.ssdtier.catalogue.cassandra.sstable;

import com.google.common.collect.MapMaker;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.db.SerializationHeader;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;

/**
 * The schemas of SSTables by the metadata component made of their header, as long as the component exists. Between an
 * SSTable and a stream, on both sides, Cassandra passes on nothing else of the header.
 */
public final class ComponentSchemas {
    /** Keys are weak and compared by identity. */
    private static final ConcurrentMap<SerializationHeader.Component, RowSchemas> KNOWN =
            new MapMaker().weakKeys().makeMap();

    private ComponentSchemas() {}

    /** Stores the schemas of an SSTable whose header became a component. */
    public static void put(SerializationHeader.Component component, RowSchemas schemas) {
        KNOWN.put(component, schemas);
    }

    /** Returns the schemas of a component; null if it is not of an SSTable of our format. */
    public static @Nullable RowSchemas get(SerializationHeader.Component component) {
        return KNOWN.get(component);
    }
}
