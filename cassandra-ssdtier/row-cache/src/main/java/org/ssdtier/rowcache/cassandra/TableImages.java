package org.ssdtier.rowcache.cassandra;

import java.util.function.Consumer;
import org.apache.cassandra.cache.RowCacheKey;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.compression.TableCompression;

/** The row cache's state of one Cassandra table, and the layouts of its images. */
final class TableImages {
    /** Maximum number of definitions kept with their layout; more than are in use at a time. */
    private static final int MAX_KNOWN = 8;

    final CachedTable state;
    final TableCompression compression;
    private final ImageSchemas schemas;
    private volatile Known[] known;
    private volatile int layoutsMade = 1;
    private final Object redefinition = new Object();
    private volatile TableMetadata definition;

    TableImages(CachedTable state, TableCompression compression, TableMetadata metadata, ImageSchemas schemas) {
        this.state = state;
        this.compression = compression;
        this.schemas = schemas;
        this.known = new Known[] {new Known(metadata, new ImageLayout(metadata, schemas))};
        this.definition = metadata;
    }

    /** A definition and its layout; definitions whose differences do not affect the layout share one. */
    private record Known(TableMetadata definition, ImageLayout layout) {}

    /** Returns the definition under which the images are made, as recorded in the journal. */
    TableMetadata definition() {
        return definition;
    }

    /**
     * Sets the table's definition.
     *
     * @param change called before that if the definition differs from the previous one, with the previous one
     */
    void redefine(TableMetadata metadata, Consumer<TableMetadata> change) {
        synchronized (redefinition) {
            TableMetadata before = definition;
            if (!before.equals(metadata)) {
                change.accept(before);
            }
            definition = metadata;
        }
    }

    /**
     * Returns the layout of images made and read under this definition of the table. Any change in a keyspace creates new definition
     * objects, equal to the old ones, for its other tables, and statements stay prepared with the old objects. Several are therefore
     * in use simultaneously.
     */
    @SuppressWarnings("ReferenceEquality") // equals would compare column by column at every read
    ImageLayout layout(TableMetadata metadata) {
        for (Known one : known) {
            if (one.definition == metadata) {
                return one.layout;
            }
        }
        return learn(metadata);
    }

    /** Returns the number of layouts made: one for each definition whose layout differs from the known ones. */
    int layoutsMade() {
        return layoutsMade;
    }

    private synchronized ImageLayout learn(TableMetadata metadata) {
        Known[] old = known;
        ImageLayout layout = null;
        for (Known one : old) {
            layout = layout == null && one.layout.isOf(metadata) ? one.layout : layout;
        }
        if (layout == null) {
            layout = new ImageLayout(metadata, schemas);
            layoutsMade = layoutsMade + 1;
        }
        Known[] next = new Known[Math.min(MAX_KNOWN, old.length + 1)];
        next[0] = new Known(metadata, layout);
        System.arraycopy(old, 0, next, 1, next.length - 1);
        known = next;
        return layout;
    }

    RowKey key(DecoratedKey key) {
        return new RowKey(state, ByteBufferUtil.getArray(key.getKey()), tokenOf(key.getToken()));
    }

    RowKey key(RowCacheKey key, DecoratedKey decorated) {
        return new RowKey(state, key.key, tokenOf(decorated.getToken()));
    }

    /** Returns whether tokens of this token's partitioner are longs, so that a range is two longs. */
    static boolean hasLongToken(Token token) {
        return token instanceof Murmur3Partitioner.LongToken;
    }

    /** Returns the token as a long; 0 if the partitioner's tokens are not longs, in which case a change of a range purges the table. */
    static long tokenOf(Token token) {
        return hasLongToken(token) ? token.getLongValue() : 0;
    }
}
