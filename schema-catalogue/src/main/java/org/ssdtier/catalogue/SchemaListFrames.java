package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.FORMAT_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.function.Consumer;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A dictionary's file of version 2, whose frames are read and checked on demand. Immutable.
 *
 * <p>Of a frame stored twice, the first copy is read, and the second one only if the first is damaged or cannot be
 * read.
 */
final class SchemaListFrames {
    /** A parser of a frame's content. */
    interface Parser<T> {
        /**
         * Parses a frame's content.
         *
         * @param content the content, from index 0 to its limit
         * @param offset offset of the frame in the file
         */
        T parse(ByteBuffer content, long offset) throws IOException;
    }

    private final PositionalInput input;
    private final String file;
    private final SchemaListHeader header;
    private final Consumer<IOException> damage;
    private final SchemaListDirectory directory;

    private SchemaListFrames(PositionalInput input, String file, SchemaListHeader header, Consumer<IOException> damage)
            throws IOException {
        this.input = input;
        this.file = file;
        this.header = header;
        this.damage = damage;
        this.directory = twice(
                Frame.Kind.DIRECTORY,
                header.directoryOffset(),
                header.lastDirectoryOffset(),
                header.directoryBytes(),
                (content, offset) -> SchemaListDirectory.parse(content, header, file, offset));
    }

    /**
     * Opens a file and reads its directory.
     *
     * @param damage called with the failure of each copy that was skipped, by any thread that reads
     */
    static SchemaListFrames open(
            PositionalInput input, String file, SchemaListHeader header, Consumer<IOException> damage)
            throws IOException {
        long size = input.size();
        if (size != header.fileBytes()) {
            damage.accept(SchemaListPrefix.corrupt(
                    file, Math.min(size, header.fileBytes()), "bytes=" + size + ", expected " + header.fileBytes()));
        }
        return new SchemaListFrames(input, file, header, damage);
    }

    /** Reads the header, whose prefix has been read. */
    static SchemaListHeader readHeader(PositionalInput input, SchemaListPrefix prefix, String file) throws IOException {
        return SchemaListHeader.read(read(input, file, 0, HEADER_BYTES), prefix, file, 0);
    }

    /**
     * Reads the footer.
     *
     * @param headersDamage thrown if the footer cannot be read either
     */
    static SchemaListHeader readFooter(PositionalInput input, String file, IOException headersDamage)
            throws IOException {
        try {
            return readFooter(input, file);
        } catch (IOException damaged) {
            throw suppressing(headersDamage, damaged);
        }
    }

    /** Reads the footer. Fails unless the file has the length that the footer gives. */
    static SchemaListHeader readFooter(PositionalInput input, String file) throws IOException {
        long offset = Math.max(0, input.size() - HEADER_BYTES);
        ByteBuffer bytes = read(input, file, offset, HEADER_BYTES);
        SchemaListPrefix prefix = SchemaListPrefix.read(bytes, FOOTER_MAGIC, file, offset);
        if (prefix.version() != FORMAT_VERSION) {
            throw SchemaListPrefix.corrupt(
                    file, offset, "version=" + prefix.version() + " of a footer, expected " + FORMAT_VERSION);
        }
        SchemaListHeader footer = SchemaListHeader.read(bytes, prefix, file, offset);
        if (footer.footerOffset() != offset) {
            throw SchemaListPrefix.corrupt(file, offset, "footer found, expected at " + footer.footerOffset());
        }
        return footer;
    }

    /** Reads the prefix at the beginning of a file. */
    static SchemaListPrefix readPrefix(PositionalInput input, String file) throws IOException {
        ByteBuffer bytes = read(input, file, 0, SchemaListDescriptor.PREFIX_BYTES);
        return SchemaListPrefix.read(bytes, MAGIC, file, 0);
    }

    String file() {
        return file;
    }

    SchemaListHeader header() {
        return header;
    }

    SchemaListDirectory directory() {
        return directory;
    }

    /** Reads the IDs, by ordinal. */
    int[] ids() throws IOException {
        return twice(Frame.Kind.IDS, header.idsOffset(), header.lastIdsOffset(), header.idsBytes(), this::parseIds);
    }

    int[] parseIds(ByteBuffer content, long offset) throws FormatException {
        BoundedReader reader = new BoundedReader(content, file, offset);
        if (content.limit() < header.count()) {
            throw reader.corrupt(0, "bytes=" + content.limit() + " of IDs, allowed " + header.count() + " at least");
        }
        int[] ids = new int[header.count()];
        int last = 0;
        for (int ordinal = 0; ordinal < ids.length; ordinal++) {
            last += DefinitionCodec.unzigzag(reader.readVarint("schema ID"));
            ids[ordinal] = last;
        }
        reader.requireEnd();
        return ids;
    }

    /** Reads a frame of definitions. */
    DefinitionFrame definitions(int frame) throws IOException {
        FrameTable table = directory.definitions();
        return once(
                Frame.Kind.DEFINITIONS,
                header.definitionsOffset() + table.offset(frame),
                table.bytes(frame),
                (content, offset) -> {
                    BoundedReader reader = new BoundedReader(content, file, offset);
                    requireItems(reader, table, frame);
                    return new DefinitionFrame(reader, file, offset);
                });
    }

    /** Reads a frame that is stored in the file twice. */
    <T> T twice(Frame.Kind kind, long offset, long lastOffset, int bytes, Parser<T> parser) throws IOException {
        try {
            return once(kind, offset, bytes, parser);
        } catch (ClosedChannelException interrupted) {
            throw interrupted; // no damage
        } catch (IOException first) {
            damage.accept(first);
            try {
                return once(kind, lastOffset, bytes, parser);
            } catch (IOException second) {
                damage.accept(second);
                throw suppressing(first, second);
            }
        }
    }

    /** Adds a suppressed exception, unless it is the same one: an input may throw the same exception again. */
    private static IOException suppressing(IOException thrown, IOException other) {
        if (thrown != other) {
            thrown.addSuppressed(other);
        }
        return thrown;
    }

    /** Reads a frame. */
    <T> T once(Frame.Kind kind, long offset, int bytes, Parser<T> parser) throws IOException {
        return parser.parse(Frame.read(kind, read(input, file, offset, bytes), file, offset), offset);
    }

    /** Checks that a frame has the items listed in the directory. */
    void requireItems(BoundedReader reader, FrameTable table, int frame) throws FormatException {
        int first = reader.readVarint("first item");
        int items = reader.readVarint("items");
        if (first != table.first(frame) || items != table.items(frame)) {
            throw reader.corrupt(
                    0,
                    "first item=" + Integer.toUnsignedLong(first) + " items=" + Integer.toUnsignedLong(items)
                            + ", expected " + table.first(frame) + " and " + table.items(frame));
        }
    }

    /** Reads a range of the file. Allocates memory only if the file has that many bytes. */
    private static ByteBuffer read(PositionalInput input, String file, long offset, int bytes) throws IOException {
        long left = input.size() - offset;
        if (left < bytes) {
            throw SchemaListPrefix.corrupt(
                    file, offset, "bytes=" + Math.max(0, left) + " to the file's end, expected " + bytes);
        }
        ByteBuffer to = ByteBuffer.allocate(bytes);
        input.readFully(offset, to);
        return to.flip();
    }
}
