package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The readable entries of a dictionary's file, damaged or not. Nothing is guessed: all checksums over the bytes they
 * come from are valid. Of a damaged file of version 1, only the number of entries is left.
 *
 * @param instanceId instance ID of the catalogue that assigned the IDs
 * @param slots the entries, by ordinal
 * @param hasIds whether the IDs of all entries are known, also of those whose definitions are lost
 * @param findings descriptions of what is damaged or unreadable, with file and offset, the first
 *     {@value #MAX_FINDINGS}; empty if the file is intact
 */
public record SchemaListSalvage(long instanceId, List<Slot> slots, boolean hasIds, List<String> findings) {
    /**
     * An entry, which may have lost its ID or its definition.
     *
     * @param id the ID; {@link SchemaIds#NONE} if the entry had none, or if all IDs are lost
     * @param definition the definition; null if it is lost
     */
    public record Slot(int id, @Nullable SchemaDefinition definition) {
        private static final Slot LOST = new Slot(SchemaIds.NONE, null);

        /** Returns whether the definition is lost. */
        public boolean isLost() {
            return definition == null;
        }
    }

    /** Maximum number of findings to keep; a file with more is damaged all over. */
    static final int MAX_FINDINGS = 1_000;

    /**
     * Reads all readable entries of a file.
     *
     * @throws FormatException.Corrupt if neither header nor footer can be read, so that even the number of entries is
     *     unknown
     * @throws FormatException if the file is too old or too new
     */
    public static SchemaListSalvage of(PositionalInput input, String file) throws IOException {
        Set<String> findings = new LinkedHashSet<>();
        SchemaListHeader header;
        try {
            SchemaListPrefix prefix = SchemaListFrames.readPrefix(input, file);
            if (prefix.version() == SchemaListV1Descriptor.VERSION) {
                return ofVersion1(input, prefix, file);
            }
            header = SchemaListFrames.readHeader(input, prefix, file);
        } catch (FormatException.TooOld | FormatException.TooNew e) {
            throw e;
        } catch (IOException damaged) {
            header = SchemaListFrames.readFooter(input, file, damaged);
            findings.add(text(damaged));
        }
        return new Search(input, file, header, findings).run();
    }

    /** Reads all readable entries of a file, as {@link #of} does. */
    public static SchemaListSalvage read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return of(PositionalInput.of(channel), "file=" + file);
        }
    }

    /** Returns the number of lost definitions. */
    public int lost() {
        return (int) slots.stream().filter(Slot::isLost).count();
    }

    private static SchemaListSalvage ofVersion1(PositionalInput input, SchemaListPrefix prefix, String file) {
        try {
            SchemaList list = SchemaListReader.Whole.list(input, file);
            List<Slot> slots = new ArrayList<>(list.entries().size());
            list.entries().forEach(entry -> slots.add(new Slot(entry.id(), entry.definition())));
            return new SchemaListSalvage(list.instanceId(), Collections.unmodifiableList(slots), true, List.of());
        } catch (IOException damaged) {
            return new SchemaListSalvage(
                    prefix.instanceId(), Collections.nCopies(prefix.count(), Slot.LOST), false, List.of(text(damaged)));
        }
    }

    /** Returns the text of an error. Errors of a device need not name the file, so their class is included. */
    private static String text(IOException e) {
        return e instanceof FormatException ? String.valueOf(e.getMessage()) : e.toString();
    }

    /** A search of a file of version 2 for readable entries. */
    private static final class Search {
        private final PositionalInput input;
        private final String file;
        private final SchemaListHeader header;
        private final Set<String> findings;
        private boolean hasIds;

        Search(PositionalInput input, String file, SchemaListHeader header, Set<String> findings) {
            this.input = input;
            this.file = file;
            this.header = header;
            this.findings = findings;
        }

        SchemaListSalvage run() {
            checkFooter();
            List<Slot> slots = Collections.nCopies(header.count(), Slot.LOST);
            try {
                SchemaListFrames frames = SchemaListFrames.open(input, file, header, this::add);
                checkLastCopies(frames);
                int[] ids = ids(frames);
                hasIds = ids != null;
                slots = slots(frames, ids == null ? new int[header.count()] : ids);
            } catch (IOException noDirectory) {
                add(noDirectory);
            }
            return new SchemaListSalvage(
                    header.instanceId(), Collections.unmodifiableList(slots), hasIds, List.copyOf(findings));
        }

        private void add(IOException damage) {
            if (findings.size() < MAX_FINDINGS) {
                findings.add(text(damage));
            }
        }

        private void checkFooter() {
            try {
                if (!SchemaListFrames.readFooter(input, file).equals(header)) {
                    throw SchemaListPrefix.corrupt(file, header.footerOffset(), "the footer differs from the header");
                }
            } catch (IOException damaged) {
                add(damaged);
            }
        }

        /** Checks the last copies, which are otherwise read only if a first copy is damaged. */
        private void checkLastCopies(SchemaListFrames frames) {
            check(frames, Frame.Kind.IDS, header.lastIdsOffset(), header.idsBytes());
            check(frames, Frame.Kind.DIRECTORY, header.lastDirectoryOffset(), header.directoryBytes());
            FrameTable names = frames.directory().names();
            for (int frame = 0; frame < names.frames(); frame++) {
                check(frames, Frame.Kind.NAMES, header.lastNamesOffset() + names.offset(frame), names.bytes(frame));
            }
        }

        private void check(SchemaListFrames frames, Frame.Kind kind, long offset, int bytes) {
            try {
                frames.once(kind, offset, bytes, (content, at) -> content.limit());
            } catch (IOException damaged) {
                add(damaged);
            }
        }

        private int @Nullable [] ids(SchemaListFrames frames) {
            try {
                return frames.ids();
            } catch (IOException reportedAlready) {
                return null;
            }
        }

        private List<Slot> slots(SchemaListFrames frames, int[] ids) {
            FrameTable table = frames.directory().definitions();
            NameFrames names = new NameFrames(frames, Integer.MAX_VALUE);
            List<Slot> slots = new ArrayList<>(ids.length);
            for (int frame = 0; frame < table.frames(); frame++) {
                try {
                    DefinitionFrame definitions = frames.definitions(frame);
                    while (slots.size() < table.first(frame) + table.items(frame)) {
                        slots.add(new Slot(ids[slots.size()], next(definitions, names)));
                    }
                } catch (IOException damaged) {
                    add(damaged);
                }
                while (slots.size() < table.first(frame) + table.items(frame)) {
                    slots.add(new Slot(ids[slots.size()], null));
                }
            }
            return slots;
        }

        /** Reads the next definition and returns it; null if one of its names is lost. */
        private @Nullable SchemaDefinition next(DefinitionFrame definitions, NameFrames names) throws IOException {
            definitions.read(names);
            try {
                names.requireNoneLost();
                return definitions.parse();
            } catch (IOException lost) {
                add(lost);
                return null;
            }
        }
    }
}
