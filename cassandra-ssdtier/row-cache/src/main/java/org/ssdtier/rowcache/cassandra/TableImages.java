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

/** One Cassandra table as the row cache sees it: the core's state of it, and the layout of its images. */
final class TableImages {
    /** Definitions that are remembered with their layout: more than live at once. */
    private static final int MAX_KNOWN = 8;

    final CachedTable state;
    private final ImageSchemas schemas;
    private volatile Known[] known;
    private volatile int layoutsMade = 1;
    private final Object redefinition = new Object();
    private volatile TableMetadata definition;

    TableImages(CachedTable state, TableMetadata metadata, ImageSchemas schemas) {
        this.state = state;
        this.schemas = schemas;
        this.known = new Known[] {new Known(metadata, new ImageLayout(metadata, schemas))};
        this.definition = metadata;
    }

    /** A definition and its layout, which may be that of another definition that does not differ in what matters. */
    private record Known(TableMetadata definition, ImageLayout layout) {}

    /** The definition that the images are made under, as far as the journal knows. */
    TableMetadata definition() {
        return definition;
    }

    /**
     * Notes the table's definition.
     *
     * @param change what to do before if it is another one than noted before: given that
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
     * The layout of images made and read under this definition of the table. Any change in a keyspace gives each of its tables
     * another definition, equal to the former, and statements stay prepared with the former: so several are in use at once.
     */
    @SuppressWarnings("ReferenceEquality") // equals would compare column by column, with every read
    ImageLayout layout(TableMetadata metadata) {
        for (Known one : known) {
            if (one.definition == metadata) {
                return one.layout;
            }
        }
        return learn(metadata);
    }

    /** Returns how many layouts were made: one for each definition that differs from those before in what matters. */
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

    /** Whether a token range of this token's ring can be told in two longs. */
    static boolean hasLongToken(Token token) {
        return token instanceof Murmur3Partitioner.LongToken;
    }

    /** The token as a long; 0 on a ring whose tokens are none, where changes of a range purge the table. */
    static long tokenOf(Token token) {
        return hasLongToken(token) ? token.getLongValue() : 0;
    }
}
