package org.ssdtier.catalogue.cassandra;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.io.sstable.format.bti.CataloguedVersion;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaListDescriptor;

/**
 * What a node can take of SSTables of the format {@code catalogued} in a stream, as it says in gossip.
 *
 * <pre>
 *  sstable=da-da;schemas=1-2;dictionary=1-1;tables=3f0c6a1e9b27d854
 * </pre>
 *
 * <p>Whoever adds something gives it a name of its own: names that are not known are passed over.
 *
 * @param sstable versions of the format that the node reads
 * @param schemas versions of {@code Schemas.db} that it reads
 * @param dictionary versions of the dictionary before parts of an SSTable that it reads
 * @param tables a digest of the patterns that choose its tables; {@value #OFF} if no table is written so
 */
record StreamAbility(Versions sstable, Versions schemas, Versions dictionary, String tables) {
    private static final String OFF = "off";
    private static final Splitter PARTS = Splitter.on(';');
    private static final Splitter PAIR = Splitter.on('=').limit(2);
    private static final int DIGEST_CHARACTERS = 16;

    /**
     * A range of versions. Shorter texts are older, so that numbers can be of any length.
     *
     * @param oldest the first of them
     * @param newest the last
     */
    record Versions(String oldest, String newest) {
        static Versions of(int oldest, int newest) {
            return new Versions(Integer.toString(oldest), Integer.toString(newest));
        }

        static @Nullable Versions parse(@Nullable String text) {
            int dash = text == null ? -1 : text.indexOf('-');
            return dash < 0 ? null : new Versions(text.substring(0, dash), text.substring(dash + 1));
        }

        boolean has(String version) {
            return compare(oldest, version) <= 0 && compare(version, newest) <= 0;
        }

        boolean has(int version) {
            return has(Integer.toString(version));
        }

        private static int compare(String one, String other) {
            return one.length() == other.length()
                    ? one.compareTo(other)
                    : Integer.compare(one.length(), other.length());
        }

        @Override
        public String toString() {
            return oldest + "-" + newest;
        }
    }

    /** Returns what this node can take. */
    static StreamAbility ofThisNode() {
        return new StreamAbility(
                new Versions(CataloguedVersion.OLDEST, CataloguedVersion.CURRENT),
                Versions.of(SchemaListDescriptor.OLDEST_READABLE_VERSION, SchemaListDescriptor.FORMAT_VERSION),
                Versions.of(StreamDictionaries.OLDEST_READABLE_VERSION, StreamDictionaries.NEWEST_READABLE_VERSION),
                digest(WriteSettings.current().tables()));
    }

    /** Returns what a node said; null if it said nothing that is understood. */
    static @Nullable StreamAbility parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Map<String, String> said = new HashMap<>();
        for (String part : PARTS.split(text)) {
            List<String> pair = PAIR.splitToList(part);
            said.put(pair.get(0), pair.get(pair.size() - 1));
        }
        Versions sstable = Versions.parse(said.get("sstable"));
        Versions schemas = Versions.parse(said.get("schemas"));
        Versions dictionary = Versions.parse(said.get("dictionary"));
        String tables = said.get("tables");
        return sstable == null || schemas == null || dictionary == null || tables == null
                ? null
                : new StreamAbility(sstable, schemas, dictionary, tables);
    }

    /** Returns what {@link #parse} understands. */
    String text() {
        return "sstable=" + sstable + ";schemas=" + schemas + ";dictionary=" + dictionary + ";tables=" + tables;
    }

    /** Returns whether the node reads parts of an SSTable, with the dictionary that this node writes before them. */
    boolean readsParts(Version version) {
        return sstable.has(version.version) && dictionary.has(StreamDictionaries.VERSION);
    }

    /**
     * Returns whether the node reads the files of any SSTable that this node reads. That is a question of {@code Schemas.db} too,
     * of which there may be every version.
     */
    boolean readsFiles(Version version) {
        return sstable.has(version.version)
                && schemas.has(SchemaListDescriptor.OLDEST_READABLE_VERSION)
                && schemas.has(SchemaListDescriptor.FORMAT_VERSION);
    }

    /** Returns whether the node writes a table so; false too if that cannot be told, for its patterns are not those of this node. */
    boolean writes(TableMetadata table) {
        if (tables.equals(OFF)) {
            return false;
        }
        TableChoice here = WriteSettings.current().tables();
        Boolean own = TableExtension.of(table.params.extensions);
        if (own != null) {
            return own;
        }
        TableChoice there = new TableChoice(true, here.patterns());
        return digest(there).equals(tables) && there.has(table);
    }

    private static String digest(TableChoice choice) {
        return choice.enabled()
                ? Hashing.sha256()
                        .hashString(
                                String.join(
                                        "\n",
                                        choice.patterns().stream().sorted().toList()),
                                StandardCharsets.UTF_8)
                        .toString()
                        .substring(0, DIGEST_CHARACTERS)
                : OFF;
    }
}
