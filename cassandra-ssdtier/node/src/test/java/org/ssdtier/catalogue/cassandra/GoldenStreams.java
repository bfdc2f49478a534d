package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * Golden files of streams from a jar that wrote {@code Schemas.db} of version 1 and published nothing in gossip: under
 * {@code src/test/resources/golden/streams-1}, compressed, an SSTable in parts and the same SSTable as a whole. They are never
 * changed; another version gets a separate directory, written by {@link #main}.
 */
final class GoldenStreams {
    static final String PARTS = "parts";
    static final String WHOLE = "whole";
    private static final String VERSION_1 = "streams-1";

    private GoldenStreams() {}

    /** Returns the CREATE statement; the ID is needed because the header of a whole SSTable names its table. */
    static String create(String table, boolean withId) {
        return "CREATE TABLE " + table
                + " (k int, c int, s text static, tags map<text, text>, labels set<text>, n int, PRIMARY KEY (k, c))"
                + (withId ? " WITH id = 7d6e1c10-0000-11f0-8000-000000000001" : "");
    }

    static List<String> writes(String table) {
        List<String> writes = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            for (int c = 0; c < 12; c++) {
                writes.add("INSERT INTO " + table + " (k, c, tags, labels, n) VALUES (" + k + ", " + c + ", {'host"
                        + c % 3 + "': 'h" + c + "', 'rack': 'r'}, {'l" + c % 2 + "'}, " + c + ") USING TIMESTAMP "
                        + (1_000 + c));
            }
            writes.add("INSERT INTO " + table + " (k, s) VALUES (" + k + ", 'static') USING TIMESTAMP 1000");
            writes.add("DELETE FROM " + table + " USING TIMESTAMP 2000 WHERE k = " + k + " AND c >= 5 AND c < 7");
            writes.add("DELETE tags['rack'] FROM " + table + " USING TIMESTAMP 2000 WHERE k = " + k + " AND c = 3");
            writes.add("DELETE FROM " + table + " USING TIMESTAMP 2000 WHERE k = " + k + " AND c = 9");
        }
        return writes;
    }

    static byte[] read(String name) throws IOException {
        String resource = "/golden/" + VERSION_1 + "/" + name + ".gz";
        try (InputStream in = GoldenStreams.class.getResourceAsStream(resource);
                GZIPInputStream unzipped = new GZIPInputStream(Objects.requireNonNull(in, resource))) {
            return unzipped.readAllBytes();
        }
    }

    /** Writes the golden files: {@code GoldenStreams src/test/resources/golden/streams-N}. */
    public static void main(String[] arguments) throws IOException {
        EmbeddedNode node = EmbeddedNode.start();
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, "golden", LayoutChoice.UNIFORM);
        node.process(create("golden", true));
        writes("golden").forEach(node::process);
        ColumnFamilyStore table = node.table("golden");
        table.forceBlockingFlush(FlushReason.UNIT_TESTS);
        StreamLoop.publish(StreamLoop.Peer.ALIKE.published());
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        for (String name : List.of(WHOLE, PARTS)) {
            DatabaseDescriptor.setStreamEntireSSTables(name.equals(WHOLE));
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve(name + ".gz")))) {
                out.write(StreamLoop.send(table, StreamLoop.wholeRing())
                        .get(0)
                        .bytes()
                        .array());
            }
        }
        System.exit(0);
    }
}
