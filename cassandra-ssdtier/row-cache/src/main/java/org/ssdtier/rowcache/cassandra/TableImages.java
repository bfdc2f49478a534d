package org.ssdtier.rowcache.cassandra;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.cassandra.cache.RowCacheKey;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.compression.TableCompression;

/** The row cache's state of one Cassandra table, and the layouts of its images. */
final class TableImages {
    /** Maximum number of definitions that a read compares one after the other: as many as are usually in use. */
    private static final int MAX_NEWEST = 8;
    /** Maximum number of further definitions kept with their layout. */
    private static final int MAX_OLDER = 256;

    /** Time after the last use. Weak keys do not suffice: a layout refers to the definition for which it was made. */
    private static final long OLDER_HOURS = 1;

    final CachedTable state;
    final TableCompression compression;
    private final ImageSchemas schemas;
    private volatile Known[] newest;
    /** The layouts of definitions that newer ones have displaced, by the definition's identity. */
    private final Cache<TableMetadata, ImageLayout> older = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MAX_OLDER)
            .expireAfterAccess(OLDER_HOURS, TimeUnit.HOURS)
            .executor(Runnable::run)
            .build();

    private volatile int layoutsMade = 1;
    private final Object redefinition = new Object();
    private volatile TableMetadata definition;

    TableImages(CachedTable state, TableCompression compression, TableMetadata metadata, ImageSchemas schemas) {
        this.state = state;
        this.compression = compression;
        this.schemas = schemas;
        this.newest = new Known[] {new Known(metadata, new ImageLayout(metadata, schemas))};
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
     * in use simultaneously, on a node that is up for long perhaps dozens.
     */
    ImageLayout layout(TableMetadata metadata) {
        ImageLayout layout = learned(metadata);
        return layout != null ? layout : learn(metadata);
    }

    /** Returns the number of layouts made: one for each definition whose layout differs from the known ones. */
    int layoutsMade() {
        return layoutsMade;
    }

    /** Returns the layout of this definition if it was in use before; otherwise null. */
    @SuppressWarnings("ReferenceEquality") // equals would compare column by column at every read
    private @Nullable ImageLayout learned(TableMetadata metadata) {
        for (Known one : newest) {
            if (one.definition == metadata) {
                return one.layout;
            }
        }
        return older.getIfPresent(metadata);
    }

    private synchronized ImageLayout learn(TableMetadata metadata) {
        ImageLayout meanwhile = learned(metadata);
        if (meanwhile != null) {
            return meanwhile;
        }
        ImageLayout layout = known(metadata);
        if (layout == null) {
            layout = new ImageLayout(metadata, schemas);
            layoutsMade = layoutsMade + 1;
        }
        Known[] before = newest;
        Known[] next = new Known[Math.min(MAX_NEWEST, before.length + 1)];
        next[0] = new Known(metadata, layout);
        System.arraycopy(before, 0, next, 1, next.length - 1);
        for (int displaced = next.length - 1; displaced < before.length; displaced++) {
            older.put(before[displaced].definition, before[displaced].layout);
        }
        newest = next;
        return layout;
    }

    /** Returns a known layout that is also that of this definition; null if there is none. */
    private @Nullable ImageLayout known(TableMetadata metadata) {
        for (Known one : newest) {
            if (one.layout.isOf(metadata)) {
                return one.layout;
            }
        }
        for (ImageLayout layout : older.asMap().values()) {
            if (layout.isOf(metadata)) {
                return layout;
            }
        }
        return null;
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
