package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.FULL_FRAME_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_FRAME_DEFINITIONS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.segmentlog.format.FormatException;

/** A codec for version 2 of a dictionary's file, {@link SchemaListDescriptor}, as a whole. */
final class SchemaListV2 {
    private final List<SchemaListEntry> entries;
    private final Deflation deflation;
    private final NameTable names = new NameTable();
    private final DefinitionCursor cursor = new DefinitionCursor();
    private final GrowingBytes content = new GrowingBytes();

    private SchemaListV2(List<SchemaListEntry> entries, Deflation deflation) {
        this.entries = entries;
        this.deflation = deflation;
    }

    static ByteBuffer encode(long instanceId, List<SchemaListEntry> entries) {
        try (Deflation deflation = new Deflation()) {
            return new SchemaListV2(entries, deflation).encode(instanceId);
        }
    }

    private ByteBuffer encode(long instanceId) {
        FrameTable.Builder definitionTable = new FrameTable.Builder();
        GrowingBytes definitions = writeDefinitions(definitionTable);
        FrameTable.Builder nameTable = new FrameTable.Builder();
        GrowingBytes nameFrames = new GrowingBytes();
        names.write(nameTable, deflation, nameFrames);
        content.truncate(0);
        nameTable.writeTo(content);
        definitionTable.writeTo(content);
        GrowingBytes directory = new GrowingBytes();
        Frame.write(Frame.Kind.DIRECTORY, content, deflation, directory);
        GrowingBytes ids = writeIds();
        SchemaListHeader header = new SchemaListHeader(
                instanceId,
                entries.size(),
                ids.length(),
                directory.length(),
                nameFrames.length(),
                definitions.length());
        ByteBuffer file = ByteBuffer.allocate(Math.toIntExact(header.fileBytes()))
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(HEADER_BYTES);
        header.write(file, 0, MAGIC);
        for (GrowingBytes section : List.of(ids, directory, nameFrames, definitions, nameFrames, directory, ids)) {
            file.put(section.array(), 0, section.length());
        }
        header.write(file, file.position(), FOOTER_MAGIC);
        return file.position(0);
    }

    private GrowingBytes writeIds() {
        content.truncate(0);
        int last = 0;
        for (SchemaListEntry entry : entries) {
            content.writeVarint(DefinitionCodec.zigzag(entry.id() - last));
            last = entry.id();
        }
        GrowingBytes ids = new GrowingBytes();
        Frame.write(Frame.Kind.IDS, content, deflation, ids);
        return ids;
    }

    private GrowingBytes writeDefinitions(FrameTable.Builder table) {
        List<Integer> ends = frameEnds();
        int ordinal = 0;
        if (ends.size() >= SchemaListDescriptor.MIN_NAME_FRAMES) {
            for (int frame = 0; frame < ends.size(); frame++) {
                for (; ordinal < ends.get(frame); ordinal++) {
                    names.count(entries.get(ordinal).definition(), cursor, frame);
                }
            }
        }
        names.number();
        GrowingBytes definitions = new GrowingBytes();
        ordinal = 0;
        for (int end : ends) {
            content.truncate(0);
            content.writeVarint(ordinal);
            content.writeVarint(end - ordinal);
            int items = end - ordinal;
            for (; ordinal < end; ordinal++) {
                DefinitionCodec.write(entries.get(ordinal).definition(), cursor, names, content);
            }
            table.add(items, Frame.write(Frame.Kind.DEFINITIONS, content, deflation, definitions));
        }
        return definitions;
    }

    /** Returns, for each frame, the ordinal after its last definition. */
    private List<Integer> frameEnds() {
        List<Integer> ends = new ArrayList<>();
        int start = 0;
        long bytes = 0;
        for (int ordinal = 0; ordinal < entries.size(); ordinal++) {
            bytes += entries.get(ordinal).definition().length();
            if (ordinal + 1 - start == MAX_FRAME_DEFINITIONS
                    || bytes >= FULL_FRAME_BYTES
                    || ordinal + 1 == entries.size()) {
                ends.add(ordinal + 1);
                start = ordinal + 1;
                bytes = 0;
            }
        }
        return ends;
    }

    /**
     * Decodes the entries of a file whose prefix has been read. Rejects any damage, in any copy.
     *
     * @param all the file, from index 0 to its limit
     * @param maxBodyBytes maximum bytes of all definitions
     */
    static List<SchemaListEntry> decode(ByteBuffer all, SchemaListPrefix prefix, String file, int maxBodyBytes)
            throws FormatException {
        try {
            PositionalInput input = PositionalInput.of(all);
            SchemaListHeader header = SchemaListHeader.read(all, prefix, file, 0);
            checkCopies(all, header, file);
            if (!SchemaListFrames.readFooter(input, file).equals(header)) {
                throw SchemaListPrefix.corrupt(file, header.footerOffset(), "the footer differs from the header");
            }
            return decode(SchemaListFrames.open(input, file, header, damage -> {}), maxBodyBytes);
        } catch (FormatException e) {
            throw e;
        } catch (IOException e) {
            throw new AssertionError("bytes in memory cannot be read", e);
        }
    }

    /** Checks that parts stored twice are identical, so that the second copies need no further check. */
    private static void checkCopies(ByteBuffer all, SchemaListHeader header, String file) throws FormatException {
        if (all.limit() != header.fileBytes()) {
            throw SchemaListPrefix.corrupt(
                    file,
                    Math.min(all.limit(), header.fileBytes()),
                    "bytes=" + all.limit() + ", expected " + header.fileBytes());
        }
        checkCopy(all, header.idsOffset(), header.lastIdsOffset(), header.idsBytes(), file);
        checkCopy(all, header.directoryOffset(), header.lastDirectoryOffset(), header.directoryBytes(), file);
        checkCopy(all, header.namesOffset(), header.lastNamesOffset(), header.namesBytes(), file);
    }

    private static void checkCopy(ByteBuffer all, long offset, long lastOffset, int bytes, String file)
            throws FormatException {
        int at = all.slice((int) offset, bytes).mismatch(all.slice((int) lastOffset, bytes));
        if (at >= 0) {
            throw SchemaListPrefix.corrupt(
                    file, lastOffset + at, "a byte differs from its other copy at offset=" + (offset + at));
        }
    }

    private static List<SchemaListEntry> decode(SchemaListFrames frames, int maxBodyBytes) throws IOException {
        int[] ids = frames.ids();
        FrameTable table = frames.directory().definitions();
        NameFrames names = new NameFrames(frames, Integer.MAX_VALUE);
        List<SchemaListEntry> entries = new ArrayList<>(ids.length);
        long bodyBytes = 0;
        for (int frame = 0; frame < table.frames(); frame++) {
            DefinitionFrame definitions = frames.definitions(frame);
            for (int left = table.items(frame); left > 0; left--) {
                SchemaDefinition definition = names.next(definitions);
                bodyBytes += definition.length();
                if (bodyBytes > maxBodyBytes) {
                    throw SchemaListPrefix.corrupt(
                            frames.file(),
                            frames.header().definitionsOffset() + table.offset(frame),
                            "bytes=" + bodyBytes + " of all definitions up to here, allowed 0 to " + maxBodyBytes);
                }
                entries.add(new SchemaListEntry(ids[entries.size()], definition));
            }
            definitions.requireEnd();
        }
        return entries;
    }
}
