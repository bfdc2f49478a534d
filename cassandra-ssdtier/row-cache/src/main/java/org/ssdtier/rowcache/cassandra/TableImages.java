package org.ssdtier.rowcache.cassandra;

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
    final CachedTable state;
    private final ImageSchemas schemas;
    private volatile ImageLayout layout;
    private volatile TableMetadata definition;

    TableImages(CachedTable state, TableMetadata metadata, ImageSchemas schemas) {
        this.state = state;
        this.schemas = schemas;
        this.layout = new ImageLayout(metadata, schemas);
        this.definition = metadata;
    }

    /** The definition that was noted last. */
    TableMetadata definition() {
        return definition;
    }

    /** Notes the table's definition; returns whether it is another one than noted before. */
    synchronized boolean redefine(TableMetadata metadata) {
        boolean other = !definition.equals(metadata);
        definition = metadata;
        return other;
    }

    /** The layout of images made and read under this definition of the table. */
    @SuppressWarnings("ReferenceEquality") // a definition is one object; equals would compare it column by column
    ImageLayout layout(TableMetadata metadata) {
        ImageLayout current = layout;
        if (current.metadata != metadata) {
            current = new ImageLayout(metadata, schemas);
            layout = current;
        }
        return current;
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
