package org.ssdtier.catalogue;

import java.io.IOException;
import org.ssdtier.segmentlog.format.FormatException;

/** A reader of the definitions of a frame, one after another. Not thread-safe. */
final class DefinitionFrame {
    private final BoundedReader reader;
    private final String file;
    private final long offset;
    private final GrowingBytes canonical = new GrowingBytes();

    /**
     * Creates a reader that starts at the first definition.
     *
     * @param reader reader of the frame's content
     * @param offset offset of the frame in the file
     */
    DefinitionFrame(BoundedReader reader, String file, long offset) {
        this.reader = reader;
        this.file = file;
        this.offset = offset;
    }

    /** Skips the next definition. */
    void skip() throws IOException {
        read(DefinitionCodec.Names.NONE);
    }

    /** Reads the next definition; {@link #parse} returns it if none of its names was lost. */
    void read(DefinitionCodec.Names names) throws IOException {
        canonical.truncate(0);
        DefinitionCodec.read(reader, names, canonical);
    }

    /**
     * Returns the definition that was read last. The canonical bytes have no offset in the file, so errors name the
     * offset of the frame.
     */
    SchemaDefinition parse() throws FormatException {
        return SchemaDefinition.parse(canonical.from(0), file, offset);
    }

    void requireEnd() throws FormatException {
        reader.requireEnd();
    }
}
