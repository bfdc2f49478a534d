package org.ssdtier.catalogue.cassandra;

import com.google.common.collect.MapMaker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.io.sstable.format.bti.CataloguedVersion;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListDescriptor;

/**
 * The dictionary of an SSTable of which parts are streamed: rows go over the wire as they are on disk, so it goes before them,
 * behind Cassandra's own stream header. An SSTable that is streamed as a whole has it among its files.
 *
 * <pre>
 *  [ Cassandra's header ] [ version (1), 8 bits ] [ length, 32 bits ] [ {@link SchemaList} ]
 * </pre>
 *
 * <p>Between the SSTable and the stream, on both sides, Cassandra passes on nothing of the header but its component of the
 * metadata. So the dictionary is kept beside that very object, for as long as there is one.
 */
public final class StreamDictionaries {
    /** The version written. */
    static final int VERSION = 1;
    /** The oldest version still read. */
    static final int OLDEST_READABLE_VERSION = 1;
    /** The newest version read; written once every node of a cluster reads it. */
    static final int NEWEST_READABLE_VERSION = 1;

    private static final int FIXED_BYTES = 1 + Integer.BYTES;
    private static final int ALWAYS_ALLOWED_BYTES = 32 << 20;
    private static final int CHUNK_BYTES = 64 << 10;

    /** Weak, and by identity. */
    private static final ConcurrentMap<SerializationHeader.Component, RowSchemas> KNOWN =
            new MapMaker().weakKeys().makeMap();

    private StreamDictionaries() {}

    /** An SSTable's header becomes a component of its metadata. */
    static void remember(SerializationHeader.Component component, RowSchemas schemas) {
        KNOWN.put(component, schemas);
    }

    /** Called after Cassandra has written a stream's header. */
    public static void write(CassandraStreamHeader header, DataOutputPlus out) throws IOException {
        if (isWithDictionary(header)) {
            ByteBuffer bytes = encode(header);
            out.writeByte(VERSION);
            out.writeInt(bytes.remaining());
            out.write(bytes);
        }
    }

    /** How much {@link #write} writes. */
    public static long size(CassandraStreamHeader header) {
        return isWithDictionary(header) ? FIXED_BYTES + encode(header).remaining() : 0;
    }

    /**
     * Called after Cassandra has read a stream's header.
     *
     * @throws IOException if what follows is no dictionary; the stream fails
     */
    public static void read(CassandraStreamHeader header, DataInputPlus in) throws IOException {
        if (header.version.format instanceof CataloguedFormat && !header.version.isCompatibleForStreaming()) {
            // Cassandra does not look, and rows of a layout that is not known would be misread
            throw new IOException(
                    "stream's SSTable version=" + header.version + " of the format " + CataloguedFormat.NAME
                            + ", readable " + CataloguedVersion.OLDEST + " to " + CataloguedVersion.CURRENT
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
        int maxBodyBytes = maxBodyBytes(WriteSettings.current().limits().bytes());
        SchemaList list = SchemaList.decode(
                readBytes(in, in.readInt(), maxBodyBytes), "stream of table " + header.tableId, maxBodyBytes);
        KNOWN.put(header.serializationHeader, ListedSchemas.of(definitions(list)));
    }

    /**
     * Most bytes of the definitions that a peer may send: what it takes by default many times over, or twice what this node
     * allows its own SSTables, for each definition has an ID and a length beside it.
     */
    static int maxBodyBytes(long maxDictionaryBytes) {
        return (int)
                Math.min(SchemaListDescriptor.MAX_BODY_BYTES, Math.max(ALWAYS_ALLOWED_BYTES, 2 * maxDictionaryBytes));
    }

    /** Makes room only for what has arrived. A list is at most its definitions, and tables that stand there twice. */
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

    /** The header to read a stream with: ours, if the stream has brought a dictionary. */
    public static @Nullable SerializationHeader header(
            SerializationHeader.@Nullable Component component,
            TableMetadata table,
            @Nullable SerializationHeader stock) {
        if (component == null || stock == null) {
            return stock;
        }
        RowSchemas schemas = KNOWN.get(component);
        return schemas == null ? stock : CataloguedHeader.forReading(stock, table, schemas);
    }

    private static boolean isWithDictionary(CassandraStreamHeader header) {
        return !header.isEntireSSTable && header.version.format instanceof CataloguedFormat;
    }

    /** The IDs are this node's and mean nothing to another. The oldest version is read by every node, also one with an older jar. */
    private static ByteBuffer encode(CassandraStreamHeader header) {
        RowSchemas schemas = KNOWN.get(header.serializationHeader);
        if (schemas == null) {
            throw new IllegalStateException("no dictionary is known of " + header);
        }
        List<SchemaList.Entry> entries = schemas.definitions().stream()
                .map(definition -> new SchemaList.Entry(SchemaIds.NONE, definition))
                .toList();
        return new SchemaList(0, entries).encode(SchemaListDescriptor.OLDEST_READABLE_VERSION);
    }

    static List<SchemaDefinition> definitions(SchemaList list) {
        return list.entries().stream().map(SchemaList.Entry::definition).toList();
    }
}
