package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.schema.CachingParams;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the layout of a table's images with many definitions of one table, as in a cluster. */
@Tag("unit")
class TableImagesTest {
    private final ProtocolTable table = new ProtocolTable(ALL);
    private final TableMetadata definition = table.store().metadata();
    private final TableImages images = table.images();

    @Test
    void layout_equalDefinitionsInTurn_isOneAndTheSame() {
        TableMetadata again = definition.unbuild().build();
        ImageLayout layout = images.layout(definition);
        for (int read = 0; read < 3; read++) {
            assertSame(layout, images.layout(again));
            assertSame(layout, images.layout(definition));
        }
    }

    @Test
    void layout_otherParameters_isTheSame() {
        TableMetadata uncached =
                definition.unbuild().caching(CachingParams.CACHE_NOTHING).build();
        assertSame(images.layout(definition), images.layout(uncached));
    }

    @Test
    void layout_otherColumns_isAnother() {
        TableMetadata wider =
                definition.unbuild().addRegularColumn("more", UTF8Type.instance).build();
        ImageLayout layout = images.layout(definition);
        assertNotSame(layout, images.layout(wider));
        assertNotSame(layout.fingerprint, images.layout(wider).fingerprint);
        assertSame(layout, images.layout(definition));
    }

    @Test
    void layout_columnDroppedAtAnotherTime_isAnother() {
        TableMetadata dropped = dropped(1_000);
        assertSame(images.layout(dropped), images.layout(dropped(1_000)));
        assertNotSame(images.layout(dropped), images.layout(dropped(2_000)));
    }

    @Test
    void layout_ofManyDefinitions_staysThatOfTheLastOnes() {
        ImageLayout layout = images.layout(definition);
        for (int change = 0; change < 100; change++) {
            assertSame(layout, images.layout(definition.unbuild().build()));
        }
        assertSame(layout, images.layout(definition));
    }

    /** Checked by removal: with only the newest definitions known, each of these reads makes a layout. */
    @Test
    void layout_ofManyDefinitionsInUse_isMadeOnce() {
        List<TableMetadata> inUse = IntStream.range(0, 30)
                .mapToObj(number -> definition
                        .unbuild()
                        .addRegularColumn("more" + number, UTF8Type.instance)
                        .build())
                .toList();
        List<ImageLayout> layouts = inUse.stream().map(images::layout).toList();
        int made = images.layoutsMade();
        for (int read = 0; read < 3; read++) {
            assertEquals(layouts, inUse.stream().map(images::layout).toList());
        }
        assertEquals(made, images.layoutsMade());
    }

    /** The {@code big} format leaves out one cell more of reversed rows than {@code bti}, which changes a replica's digest. */
    @Test
    void reversedRead_otherFormatSelectedThanThatOfTheSSTables_isAsFromDisk() {
        table.run("ALTER TABLE %T ADD m map<text, text>");
        table.run("UPDATE %T USING TIMESTAMP 1000 SET m['key'] = 'value' WHERE k = 1 AND c = 1");
        table.run("INSERT INTO %T (k, c, z) VALUES (1, 1, 'z') USING TIMESTAMP 2000");
        table.flush();
        String reversed = "SELECT z FROM %T WHERE k = 1 ORDER BY c DESC";
        SSTableFormat<?, ?> selected = DatabaseDescriptor.getSelectedSSTableFormat();
        String other = selected.name().equals("big") ? "bti" : "big";
        DatabaseDescriptor.setSelectedSSTableFormat(
                DatabaseDescriptor.getSSTableFormats().get(other));
        try {
            table.fill();
            String cached = ProtocolTable.execute(table.command(reversed));
            table.run("ALTER TABLE %T WITH caching = " + ProtocolTable.NONE);
            assertEquals(ProtocolTable.execute(table.command(reversed)), cached);
        } finally {
            DatabaseDescriptor.setSelectedSSTableFormat(selected);
        }
    }

    @Test
    void cellNewerThanTheDropOfItsColumn_isNoPartOfAnImage() {
        table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 1, 'a', 'z')");
        table.flush();
        table.fill();
        table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 2, 'a', 'z')");
        table.run("ALTER TABLE %T DROP a USING TIMESTAMP 1000");
        table.flush();
        long errors = table.cache().tiers().stats().errors();
        table.fill();
        table.run("DELETE FROM %T WHERE k = 1 AND c = 1");
        table.flush();
        assertTrue(table.isCached());
        assertEquals(errors, table.cache().tiers().stats().errors());
        String answer = ProtocolTable.execute(table.command());
        assertTrue(answer.contains("c=2") && answer.contains("z=z") && !answer.contains("a=a"), answer);
        assertEquals(List.of(2), table.read());
    }

    private TableMetadata dropped(long timestamp) {
        return definition
                .unbuild()
                .recordColumnDrop(definition.getColumn(ColumnIdentifier.getInterned("a", true)), timestamp)
                .build();
    }
}
