package org.ssdtier.node.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.cassandra.estimate.Estimate;

/** Tests of what {@code ssdtier catalogue estimate} says and refuses; its figures are tested on real SSTables elsewhere. */
@Tag("unit")
final class CatalogueEstimateCommandTest {
    private static final String ID = "5a1c395eb41f11eea5060242ac120002";
    private static final String OTHER_ID = "6a1c395eb41f11eea5060242ac120002";

    @TempDir
    private Path data;

    private Path table;

    @BeforeEach
    void makeTable() throws IOException {
        table = Files.createDirectories(data.resolve("shop/things-" + ID));
    }

    private void assertRefused(int exitCode, String message, String... words) {
        ToolRun run = ToolRun.of(words);
        assertEquals(exitCode, run.exitCode(), run.err());
        assertTrue(run.err().contains(message), run.err());
        assertTrue(!run.err().contains("\tat "), run.err());
    }

    private void assertRefused(int exitCode, String message, String word) {
        assertRefused(exitCode, message, "catalogue", "estimate", word, "--data", data.toString());
    }

    private static void sstable(Path directory, String prefix) throws IOException {
        Files.writeString(directory.resolve(prefix + "-Data.db"), "no rows");
        Files.writeString(directory.resolve(prefix + "-TOC.txt"), "Data.db\nTOC.txt\n");
    }

    @Test
    void wrongWords_areUsageErrors() {
        assertRefused(2, "table=things, allowed KEYSPACE.TABLE", "things");
        assertRefused(2, "allowed KEYSPACE.TABLE", "shop.things.more");
        assertRefused(2, "KEYSPACE.TABLE", "catalogue", "estimate");
        assertRefused(2, "--rows=0", "catalogue", "estimate", "shop.things", "--rows", "0");
        assertRefused(2, "--data missing", "catalogue", "estimate", "shop.things");
    }

    @Test
    void tablesWithoutSstables_fail() throws IOException {
        assertRefused(1, "table=shop.carts: not found", "shop.carts");
        assertRefused(1, "table=bank.things: not found", "bank.things");
        assertRefused(1, "table=shop.things: no SSTables", "shop.things");
        Files.writeString(table.resolve("da-1-bti-Data.db"), "incomplete");
        assertRefused(1, "table=shop.things: no SSTables", "shop.things");
        sstable(table, "da-2-catalogued");
        assertRefused(1, "catalogued already, sstables=1", "shop.things");
        assertRefused(1, "no such directory", "catalogue", "estimate", "shop.things", "--data", data + "/none");
    }

    @Test
    void tableDroppedAndCreatedAgain_isFoundUnlessBothHaveSstables() throws IOException {
        Path other = Files.createDirectories(data.resolve("shop/things-" + OTHER_ID));
        sstable(other, "da-1-bti");
        assertRefused(1, "da-1-bti-Data.db: cannot be read", "shop.things");
        sstable(table, "da-1-bti");
        assertRefused(1, "several tables of this name", "shop.things");
    }

    @Test
    void text_hasEveryFigureAndPlainAdvice() {
        Estimate estimate = new Estimate(
                3,
                2,
                1_000,
                90_000,
                10_000,
                7_500,
                0.25,
                null,
                new Estimate.Forms(0.1, 0, 0.9),
                12,
                3_456,
                Estimate.Advice.YES);
        String text = CatalogueEstimateCommand.toText(new CatalogueEstimateCommand.Result("shop.things", 1, estimate));
        assertTrue(text.contains("10000 now, 7500 catalogued: 25.0 % saved"), text);
        assertTrue(text.contains("not measured: the sample has too few rows"), text);
        assertTrue(text.contains("yes: use the catalogue for this table"), text);
        assertTrue(text.contains("12, 3456 bytes of heap"), text);
    }
}
