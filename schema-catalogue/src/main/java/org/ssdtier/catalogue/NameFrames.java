package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The names of a dictionary's file, read frame by frame on demand; frames read recently are kept. Not thread-safe.
 *
 * <p>A name that cannot be read is returned as an empty array, and {@link #requireNoneLost} throws the failure later.
 * The reader thus consumes the whole definition and finds the next one.
 */
final class NameFrames implements DefinitionCodec.Names {
    private static final byte[] UNREADABLE = {};

    private final SchemaListFrames file;
    private final FrameTable table;
    /** Frames read recently, each at its number modulo the length. */
    private final byte[] @Nullable [][] recent;

    private final int[] recentFrames;
    private @Nullable IOException lost;

    /**
     * Creates a reader without any frames.
     *
     * @param kept maximum number of frames to keep
     */
    NameFrames(SchemaListFrames file, int kept) {
        this.file = file;
        this.table = file.directory().names();
        this.recent = new byte[Math.max(1, Math.min(kept, table.frames()))][][];
        this.recentFrames = new int[recent.length];
    }

    @Override
    public byte[] get(int number) {
        try {
            if (number >= table.items()) {
                throw SchemaListPrefix.corrupt(
                        file.file(),
                        file.header().directoryOffset(),
                        "names=" + table.items() + ", but a definition refers to number=" + number);
            }
            int frame = table.frameOf(number);
            return names(frame)[number - table.first(frame)];
        } catch (IOException e) {
            lost = e;
            return UNREADABLE;
        }
    }

    /** Reads the next definition of a frame, with its names from this file. */
    SchemaDefinition next(DefinitionFrame definitions) throws IOException {
        definitions.read(this);
        requireNoneLost();
        return definitions.parse();
    }

    /** Throws the last failure to read a name since the previous call, if any. */
    void requireNoneLost() throws IOException {
        IOException thrown = lost;
        lost = null;
        if (thrown != null) {
            throw thrown;
        }
    }

    private byte[][] names(int frame) throws IOException {
        int slot = frame % recent.length;
        byte[][] names = recent[slot];
        if (names == null || recentFrames[slot] != frame) {
            names = file.twice(
                    Frame.Kind.NAMES,
                    file.header().namesOffset() + table.offset(frame),
                    file.header().lastNamesOffset() + table.offset(frame),
                    table.bytes(frame),
                    (content, offset) -> parse(frame, content, offset));
            recent[slot] = names;
            recentFrames[slot] = frame;
        }
        return names;
    }

    private byte[][] parse(int frame, ByteBuffer content, long offset) throws FormatException {
        BoundedReader reader = new BoundedReader(content, file.file(), offset);
        file.requireItems(reader, table, frame);
        byte[][] names = new byte[table.items(frame)][];
        byte[] before = {};
        for (int i = 0; i < names.length; i++) {
            int shared = reader.readSize("shared bytes", before.length);
            int restBytes = reader.readSize("name bytes", SchemaListDescriptor.MAX_NAME_BYTES - shared);
            ByteBuffer rest = reader.readBytes("name", restBytes);
            byte[] name = new byte[shared + rest.remaining()];
            System.arraycopy(before, 0, name, 0, shared);
            rest.get(0, name, shared, rest.remaining());
            names[i] = name;
            before = name;
        }
        reader.requireEnd();
        return names;
    }
}
