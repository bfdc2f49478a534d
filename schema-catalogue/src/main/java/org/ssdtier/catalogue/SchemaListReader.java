package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A list's file from which single definitions are read by their position: one frame of it, and the frames of the names that it
 * refers to. Keeps eight bytes of heap for each frame of at most 32 definitions or 64 names. Safe for many threads.
 *
 * <p>A file of version 1 has no positions. It is read as a whole for each definition; whoever wants many of one
 * ({@link #isByPosition}) decodes it once, with {@link SchemaList#decode}.
 */
public sealed interface SchemaListReader {
    /**
     * Opens a file. Damage of what stands there twice is reported and passed over.
     *
     * @param input the file, which whoever opened it closes
     * @param file names it, for messages
     * @param damage is told of everything damaged or unreadable that was passed over, by the thread that came by it, perhaps
     *     more than once
     * @throws FormatException when it is damaged, too old or too new; it names file and offset
     * @throws IOException when it cannot be read
     */
    static SchemaListReader open(PositionalInput input, String file, Consumer<IOException> damage) throws IOException {
        SchemaListHeader header;
        try {
            SchemaListPrefix prefix = SchemaListFrames.readPrefix(input, file);
            if (prefix.version() == SchemaListV1Descriptor.VERSION) {
                return Whole.open(input, file);
            }
            header = SchemaListFrames.readHeader(input, prefix, file);
        } catch (FormatException.TooOld | FormatException.TooNew e) {
            throw e;
        } catch (IOException damaged) {
            header = SchemaListFrames.readFooter(input, file, damaged);
            damage.accept(damaged);
        }
        return new ByPosition(SchemaListFrames.open(input, file, header, damage));
    }

    /** Returns whether a definition is read without all others. */
    boolean isByPosition();

    /** Returns the identity of the catalogue that the IDs are of. */
    long instanceId();

    /** Returns how many entries there are. */
    int count();

    /**
     * Reads the IDs of all entries, in the order of their ordinals.
     *
     * @throws FormatException when both copies are damaged
     */
    int[] ids() throws IOException;

    /**
     * Reads a definition.
     *
     * @param ordinal its place in the list, from 0
     * @throws FormatException when it is damaged; it names file and offset
     * @throws IOException when it cannot be read
     * @throws IndexOutOfBoundsException when the list has none of this ordinal
     */
    SchemaDefinition definition(int ordinal) throws IOException;

    /** A file of version 2. */
    final class ByPosition implements SchemaListReader {
        /** Names of a definition are mostly in order, so few of their frames are needed again. */
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
            return definitions.next(new NameFrames(frames, KEPT_NAME_FRAMES));
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
                    .mapToInt(SchemaList.Entry::id)
                    .toArray();
        }

        @Override
        public SchemaDefinition definition(int ordinal) throws IOException {
            Objects.checkIndex(ordinal, count);
            return list(input, file).entries().get(ordinal).definition();
        }
    }
}
