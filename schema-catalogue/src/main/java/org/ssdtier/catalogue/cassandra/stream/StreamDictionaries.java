package org.ssdtier.catalogue.cassandra.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;
import org.ssdtier.catalogue.cassandra.sstable.ComponentSchemas;
import org.ssdtier.catalogue.cassandra.sstable.ListedSchemas;

/**
 * The dictionaries of SSTables of which parts are streamed. Rows are sent as they are on disk, so the dictionary is
 * sent before them, after Cassandra's own stream header. An SSTable that is streamed as a whole has its dictionary
 * among its files.
 *
 * <pre>
 *  [ Cassandra's header ] [ version (1), 8 bits ] [ length, 32 bits ] [ {@link SchemaList} ]
 * </pre>
 *
 * <p>Between the SSTable and the stream, on both sides, Cassandra passes on nothing of the header except its metadata
 * component. So the dictionary is kept by that object, in {@link ComponentSchemas}.
 */
public final class StreamDictionaries {
    /** The version written. */
    static final int VERSION = 1;
    /** The oldest version still read. */
    static final int OLDEST_READABLE_VERSION = 1;
    /** The newest version read; written once every node of a cluster reads it. */
    static final int NEWEST_READABLE_VERSION = 1;

    private static final int FIXED_BYTES = 1 + Integer.BYTES;
    /** The bytes of definitions that every node accepts, also one with a jar that does not publish its limit. */
    static final int ALWAYS_ALLOWED_BYTES = 32 << 20;

    private static final int CHUNK_BYTES = 64 << 10;

    private StreamDictionaries() {}

    /** Writes the dictionary of a stream that needs one. Called after Cassandra has written the stream's header. */
    public static void write(CassandraStreamHeader header, DataOutputPlus out) throws IOException {
        if (isWithDictionary(header)) {
            ByteBuffer bytes = encode(header);
            out.writeByte(VERSION);
            out.writeInt(bytes.remaining());
            out.write(bytes);
        }
    }

    /** Returns the number of bytes that {@link #write} writes. */
    public static long size(CassandraStreamHeader header) {
        return isWithDictionary(header) ? FIXED_BYTES + encode(header).remaining() : 0;
    }

    /**
     * Reads the dictionary of a stream that has one. Called after Cassandra has read the stream's header.
     *
     * @throws IOException if the SSTable's version or the dictionary cannot be read; the stream fails
     */
    public static void read(CassandraStreamHeader header, DataInputPlus in) throws IOException {
        if (header.version.format instanceof CataloguedFormat && !header.version.isCompatibleForStreaming()) {
            // Cassandra does not check this, and rows of an unknown layout would be misread
            throw new IOException("stream's SSTable version=" + header.version + " of the format "
                    + CataloguedFormat.NAME
                    + ", readable " + CataloguedFormat.OLDEST_VERSION + " to " + CataloguedFormat.CURRENT_VERSION
                    + ": put the same drop-in jar on all nodes");
        }
        if (!isWithDictionary(header)) {
            return;
        }
        int version = in.readUnsignedByte();
        if (version < OLDEST_READABLE_VERSION || version > NEWEST_READABLE_VERSION) {
            throw new IOException("stream's dictionary version=" + version + ", readable " + OLDEST_READABLE_VERSION
                    + " to " + NEWEST_READABLE_VERSION + ": put the same drop-in jar on all nodes");
        }
        int maxBodyBytes = maxBodyBytes();
        SchemaList list = SchemaList.decode(
                readBytes(in, in.readInt(), maxBodyBytes), "stream of table " + header.tableId, maxBodyBytes);
        ComponentSchemas.put(header.serializationHeader, ListedSchemas.of(list.definitions()));
    }

    /** Returns the bytes of the definitions that {@link #write} would send, as the receiver counts them. */
    static long bodyBytes(CassandraStreamHeader header) {
        return list(header).bodyBytes();
    }

    /** Returns the maximum bytes of the definitions that a peer may send to this node, which publishes them. */
    static int maxBodyBytes() {
        return maxBodyBytes(WriteSettings.current().limits().bytes());
    }

    /**
     * Returns the maximum bytes of the definitions that a peer may send: many times the default limit, or twice what
     * this node allows its own SSTables, because each definition also has an ID and a length.
     */
    static int maxBodyBytes(long maxDictionaryBytes) {
        return (int)
                Math.min(SchemaListDescriptor.MAX_BODY_BYTES, Math.max(ALWAYS_ALLOWED_BYTES, 2 * maxDictionaryBytes));
    }

    /**
     * Reads a list, allocating memory only for bytes that have arrived. A list consists of its definitions and of
     * tables that it contains twice, so it is at most twice as long as {@code maxBodyBytes}.
     */
    static ByteBuffer readBytes(DataInputPlus in, int length, int maxBodyBytes) throws IOException {
        if (length < 0 || length > 2L * maxBodyBytes) {
            throw new IOException("stream's dictionary bytes=" + length + ", allowed 0 to " + 2L * maxBodyBytes
                    + ": raise schema_catalogue.max_dictionary_size of this node to that of its peers");
        }
        byte[] bytes = new byte[Math.min(length, CHUNK_BYTES)];
        int read = 0;
        while (read < length) {
            if (read == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * read));
            }
            in.readFully(bytes, read, bytes.length - read);
            read = bytes.length;
        }
        return ByteBuffer.wrap(bytes);
    }

    /** Returns the header to read a stream with: ours, if the stream had a dictionary. */
    public static @Nullable SerializationHeader header(
            SerializationHeader.@Nullable Component component,
            TableMetadata table,
            @Nullable SerializationHeader stock) {
        if (component == null || stock == null) {
            return stock;
        }
        RowSchemas schemas = ComponentSchemas.get(component);
        return schemas == null ? stock : CataloguedHeader.forReading(stock, table, schemas);
    }

    private static boolean isWithDictionary(CassandraStreamHeader header) {
        return !header.isEntireSSTable && header.version.format instanceof CataloguedFormat;
    }

    /**
     * Returns the encoded dictionary. It has no IDs, because this node's mean nothing on another. It is of the oldest
     * version, which every node reads, even one with an older jar.
     */
    private static ByteBuffer encode(CassandraStreamHeader header) {
        return list(header).encode(SchemaListDescriptor.OLDEST_READABLE_VERSION);
    }

    private static SchemaList list(CassandraStreamHeader header) {
        RowSchemas schemas = ComponentSchemas.get(header.serializationHeader);
        if (schemas == null) {
            throw new IllegalStateException("no dictionary is known for " + header);
        }
        return list(schemas);
    }

    static SchemaList list(RowSchemas schemas) {
        List<SchemaListEntry> entries = schemas.definitions().stream()
                .map(definition -> new SchemaListEntry(SchemaIds.NONE, definition))
                .toList();
        return new SchemaList(0, entries);
    }
}
