package org.ssdtier.catalogue.cassandra.stream;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.cassandra.config.TableChoice;
import org.ssdtier.catalogue.cassandra.config.TableExtension;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;

/**
 * The versions of SSTables of the format {@code catalogued} that a node reads in a stream, and the tables that it
 * writes in the format, as it publishes them in gossip.
 *
 * <pre>
 *  sstable=da-da;schemas=1-2;dictionary=1-1;tables=3f0c6a1e9b27d854;dictionary_bytes=33554432
 * </pre>
 *
 * <p>An extension gets a name of its own; unknown names are ignored.
 *
 * @param sstable versions of the format that the node reads
 * @param schemas versions of {@code Schemas.db} that it reads
 * @param dictionary versions that it reads of the dictionary before parts of an SSTable
 * @param tables a digest of the patterns that choose its tables; {@value #OFF} if no table is written in the format
 * @param dictionaryBytes most bytes of definitions that it accepts before parts of an SSTable; an older jar does not publish them
 */
public record StreamAbility(
        Versions sstable, Versions schemas, Versions dictionary, String tables, long dictionaryBytes) {
    private static final String OFF = "off";
    private static final Splitter PARTS = Splitter.on(';');
    private static final Splitter PAIR = Splitter.on('=').limit(2);
    private static final int DIGEST_CHARACTERS = 16;

    /**
     * A range of versions. A shorter text is an older version, so that numbers may have any length.
     *
     * @param oldest the first version of the range
     * @param newest the last version of the range
     */
    public record Versions(String oldest, String newest) {
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

    /** Returns the ability of this node. */
    public static StreamAbility ofThisNode() {
        return new StreamAbility(
                new Versions(CataloguedFormat.OLDEST_VERSION, CataloguedFormat.CURRENT_VERSION),
                Versions.of(SchemaListDescriptor.OLDEST_READABLE_VERSION, SchemaListDescriptor.FORMAT_VERSION),
                Versions.of(StreamDictionaries.OLDEST_READABLE_VERSION, StreamDictionaries.NEWEST_READABLE_VERSION),
                digest(WriteSettings.current().tables()),
                StreamDictionaries.maxBodyBytes());
    }

    /** Returns the ability that a node published; null if it published none, or none that can be parsed. */
    public static @Nullable StreamAbility parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Map<String, String> named = new HashMap<>();
        for (String part : PARTS.split(text)) {
            List<String> pair = PAIR.splitToList(part);
            named.put(pair.get(0), pair.get(pair.size() - 1));
        }
        Versions sstable = Versions.parse(named.get("sstable"));
        Versions schemas = Versions.parse(named.get("schemas"));
        Versions dictionary = Versions.parse(named.get("dictionary"));
        String tables = named.get("tables");
        Long bytes = Longs.tryParse(named.getOrDefault("dictionary_bytes", ""));
        return sstable == null || schemas == null || dictionary == null || tables == null
                ? null
                : new StreamAbility(
                        sstable,
                        schemas,
                        dictionary,
                        tables,
                        bytes == null ? StreamDictionaries.ALWAYS_ALLOWED_BYTES : bytes);
    }

    /** Returns the text that {@link #parse} parses. */
    public String text() {
        return "sstable=" + sstable + ";schemas=" + schemas + ";dictionary=" + dictionary + ";tables=" + tables
                + ";dictionary_bytes=" + dictionaryBytes;
    }

    /** Returns whether the node reads parts of an SSTable, with the dictionary that this node writes before them. */
    boolean readsParts(Version version) {
        return sstable.has(version.version) && dictionary.has(StreamDictionaries.VERSION);
    }

    /**
     * Returns whether the node reads the files of an SSTable. Its {@code Schemas.db} may be of any version that this
     * node reads.
     */
    boolean readsFiles(Version version) {
        return sstable.has(version.version)
                && schemas.has(SchemaListDescriptor.OLDEST_READABLE_VERSION)
                && schemas.has(SchemaListDescriptor.FORMAT_VERSION);
    }

    /**
     * Returns whether the node writes a table in the format; false if its patterns differ from this node's and the
     * table has no extension.
     */
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
