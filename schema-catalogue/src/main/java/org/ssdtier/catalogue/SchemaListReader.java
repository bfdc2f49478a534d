package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.function.Consumer;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A reader of single definitions from a dictionary's file, by their position. It reads one frame of definitions, and
 * the frames of the names to which the definition refers. It keeps eight bytes of heap for each frame of at most 32
 * definitions or 64 names. Thread-safe.
 *
 * <p>A file of version 1 has no positions and is read as a whole for each definition. A caller that needs many
 * definitions of such a file ({@link #isByPosition}) decodes it once, with {@link SchemaList#decode}.
 */
public sealed interface SchemaListReader {
    /**
     * Opens a file. If a part that is stored twice is damaged, the damage is reported and the other copy is used.
     *
     * @param input the file, which the caller closes
     * @param file name of the file, for messages
     * @param damage called for everything damaged or unreadable that was skipped, by the thread that found it, perhaps
     *     more than once
     * @throws FormatException if the file is damaged, too old or too new; the message names file and offset
     * @throws IOException if it cannot be read
     */
    static SchemaListReader open(PositionalInput input, String file, Consumer<IOException> damage) throws IOException {
        SchemaListHeader header;
        try {
            SchemaListPrefix prefix = SchemaListFrames.readPrefix(input, file);
            if (prefix.version() == SchemaListV1Descriptor.VERSION) {
                return Whole.open(input, file);
            }
            header = SchemaListFrames.readHeader(input, prefix, file);
        } catch (FormatException.TooOld | FormatException.TooNew | ClosedChannelException e) {
            throw e;
        } catch (IOException damaged) {
            header = SchemaListFrames.readFooter(input, file, damaged);
            damage.accept(damaged);
        }
        return new ByPosition(SchemaListFrames.open(input, file, header, damage));
    }

    /** Returns whether a definition can be read without all others. */
    boolean isByPosition();

    /** Returns the instance ID of the catalogue that assigned the IDs. */
    long instanceId();

    /** Returns the number of entries. */
    int count();

    /**
     * Reads the IDs of all entries, in the order of their ordinals.
     *
     * @throws FormatException if both copies are damaged
     */
    int[] ids() throws IOException;

    /**
     * Reads a definition.
     *
     * @param ordinal its position in the list, from 0
     * @throws FormatException if it is damaged; the message names file and offset
     * @throws IOException if it cannot be read
     * @throws IndexOutOfBoundsException if the list has no definition with this ordinal
     */
    SchemaDefinition definition(int ordinal) throws IOException;

    /** A file of version 2. */
    final class ByPosition implements SchemaListReader {
        /** Number of name frames to keep. Names of a definition are mostly in order, so few frames are needed again. */
        private static final int KEPT_NAME_FRAMES = 16;

        private final SchemaListFrames frames;

        private ByPosition(SchemaListFrames frames) {
            this.frames = frames;
        }

        SchemaListFrames frames() {
            return frames;
        }

        @Override
        public boolean isByPosition() {
            return true;
        }

        @Override
        public long instanceId() {
            return frames.header().instanceId();
        }

        @Override
        public int count() {
            return frames.header().count();
        }

        @Override
        public int[] ids() throws IOException {
            return frames.ids();
        }

        @Override
        public SchemaDefinition definition(int ordinal) throws IOException {
            Objects.checkIndex(ordinal, count());
            FrameTable table = frames.directory().definitions();
            int frame = table.frameOf(ordinal);
            DefinitionFrame definitions = frames.definitions(frame);
            for (int before = ordinal - table.first(frame); before > 0; before--) {
                definitions.skip();
            }
            return new NameFrames(frames, KEPT_NAME_FRAMES).next(definitions);
        }
    }

    /** A file of version 1. */
    final class Whole implements SchemaListReader {
        private static final int MAX_FILE_BYTES = SchemaListDescriptor.MAX_BODY_BYTES
                + SchemaListV1Descriptor.HEADER_BYTES
                + SchemaListV1Descriptor.FOOTER_BYTES;

        private final PositionalInput input;
        private final String file;
        private final long instanceId;
        private final int count;

        private Whole(PositionalInput input, String file, SchemaList list) {
            this.input = input;
            this.file = file;
            this.instanceId = list.instanceId();
            this.count = list.entries().size();
        }

        private static Whole open(PositionalInput input, String file) throws IOException {
            return new Whole(input, file, list(input, file));
        }

        static SchemaList list(PositionalInput input, String file) throws IOException {
            long size = input.size();
            if (size > MAX_FILE_BYTES) {
                throw SchemaListPrefix.corrupt(
                        file, MAX_FILE_BYTES, "bytes=" + size + ", allowed 0 to " + MAX_FILE_BYTES);
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            input.readFully(0, bytes);
            return SchemaList.decode(bytes.flip(), file);
        }

        @Override
        public boolean isByPosition() {
            return false;
        }

        @Override
        public long instanceId() {
            return instanceId;
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public int[] ids() throws IOException {
            return list(input, file).entries().stream()
                    .mapToInt(SchemaListEntry::id)
                    .toArray();
        }

        @Override
        public SchemaDefinition definition(int ordinal) throws IOException {
            Objects.checkIndex(ordinal, count);
            return list(input, file).entries().get(ordinal).definition();
        }
    }
}
