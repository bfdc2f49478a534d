package org.ssdtier.catalogue;

import java.io.IOException;
import org.ssdtier.segmentlog.format.FormatException;

/** The definitions of a frame, one after the other. Not safe for several threads. */
final class DefinitionFrame {
    private final BoundedReader reader;
    private final String file;
    private final long offset;
    private final GrowingBytes canonical = new GrowingBytes();

    /**
     * Begins at the first.
     *
     * @param reader of the frame's content
     * @param offset of the frame in the file
     */
    DefinitionFrame(BoundedReader reader, String file, long offset) {
        this.reader = reader;
        this.file = file;
        this.offset = offset;
    }

    /** Gets past the next definition. */
    void skip() throws IOException {
        read(DefinitionCodec.Names.NONE);
    }

    /** Returns the next definition. */
    SchemaDefinition next(NameFrames names) throws IOException {
        read(names);
        names.requireNoneLost();
        return parse();
    }

    /** Reads the next definition; {@link #parse} returns it, if no name of it was lost. */
    void read(DefinitionCodec.Names names) throws IOException {
        canonical.truncate(0);
        DefinitionCodec.read(reader, names, canonical);
    }

    /** The canonical bytes have no offset in the file: that of the frame stands for it. */
    SchemaDefinition parse() throws FormatException {
        return SchemaDefinition.parse(canonical.from(0), file, offset);
    }

    void requireEnd() throws FormatException {
        SchemaListFrames.requireEnd(reader);
    }
}
