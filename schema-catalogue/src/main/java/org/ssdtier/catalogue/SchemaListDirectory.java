package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The directory of a dictionary's file: the place of each name and each definition.
 *
 * @param names the frames of names
 * @param definitions the frames of definitions
 */
record SchemaListDirectory(FrameTable names, FrameTable definitions) {
    static SchemaListDirectory parse(ByteBuffer content, SchemaListHeader header, String file, long offset)
            throws FormatException {
        BoundedReader reader = new BoundedReader(content, file, offset);
        FrameTable names = FrameTable.read(
                reader,
                new FrameTable.Bounds(
                        Frame.Kind.NAMES,
                        SchemaListDescriptor.MAX_FRAME_NAMES,
                        SchemaListDescriptor.MAX_NAMES,
                        header.namesBytes()));
        FrameTable definitions = FrameTable.read(
                reader,
                new FrameTable.Bounds(
                        Frame.Kind.DEFINITIONS,
                        SchemaListDescriptor.MAX_FRAME_DEFINITIONS,
                        header.count(),
                        header.definitionsBytes()));
        reader.requireEnd();
        if (definitions.items() != header.count()) {
            throw reader.corrupt(
                    0, "definitions=" + definitions.items() + " of all frames, expected " + header.count());
        }
        return new SchemaListDirectory(names, definitions);
    }
}
