package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.FIRST_TWO;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.NONE;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.apache.cassandra.service.CacheService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/** Tests of a table's caching parameters that change while statements and images of the old ones are in use. */
@Tag("property")
class CachingParametersTest {

    @Test
    void alterToAll_statementPreparedBefore_fillsTheCacheAndIsAnsweredFromIt() {
        ProtocolTable table = new ProtocolTable(NONE);
        table.insert(1, 2, 3);
        table.flush();
        Supplier<List<Integer>> prepared = table.prepare();
        assertEquals(List.of(1, 2, 3), prepared.get());
        table.run("ALTER TABLE %T WITH caching = " + ALL);
        assertEquals(List.of(1, 2, 3), prepared.get());
        assertTrue(isComplete(table));
        assertAnswersHits(table, prepared);
        assertAnswersHits(table, table::read);
    }

    @Test
    void alterToAll_ofATableWithoutClusterings_statementPreparedBefore_fillsTheCache() {
        ProtocolTable table = new ProtocolTable("k", NONE);
        table.insert(7);
        table.flush();
        Supplier<List<Integer>> prepared = table.prepare();
        table.run("ALTER TABLE %T WITH caching = " + ALL);
        assertEquals(List.of(7), prepared.get());
        assertTrue(isComplete(table));
        assertAnswersHits(table, prepared);
    }

    @Test
    void alterFromFirstRowsToAll_statementPreparedBefore_cachesWholePartitions() {
        ProtocolTable table = new ProtocolTable(FIRST_TWO);
        table.insert(1, 2, 3);
        table.flush();
        Supplier<List<Integer>> prepared = table.prepare();
        table.run("ALTER TABLE %T WITH caching = " + ALL);
        assertEquals(List.of(1, 2, 3), prepared.get());
        assertTrue(isComplete(table));
    }

    @Test
    void alterToNone_statementPreparedBefore_doesNotFillTheCache() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        Supplier<List<Integer>> prepared = table.prepare();
        table.at(Step.READ_ENTERED, () -> table.run("ALTER TABLE %T WITH caching = " + NONE));
        assertEquals(List.of(1), prepared.get());
        assertFalse(table.isCached());
    }

    @Test
    void imageOfTheFirstRows_inATableOfWholePartitions_isReplaced() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1, 2, 3);
        table.flush();
        table.fill();
        ByteBuffer incomplete = image(table);
        incomplete.put(RowImageDescriptor.FLAGS_OFFSET, (byte)
                (incomplete.get(RowImageDescriptor.FLAGS_OFFSET) & ~RowImageDescriptor.COMPLETE));
        table.publish(incomplete);
        assertEquals(List.of(1), table.read(" AND c = 1"));
        assertTrue(isComplete(table));
    }

    @Test
    void imageThatDoesNotCoverAQuery_isAMissEverywhere() {
        ProtocolTable table = new ProtocolTable(FIRST_TWO);
        table.insert(1, 2, 3);
        table.flush();
        table.fill();
        long hits = table.hits();
        long misses = table.misses();
        long stockHits = CacheService.instance.rowCache.getMetrics().hits.getCount();
        assertEquals(List.of(3), table.read(" AND c = 3"));
        assertEquals(hits, table.hits());
        assertEquals(misses + 1, table.misses());
        assertEquals(stockHits, CacheService.instance.rowCache.getMetrics().hits.getCount());
    }

    @Test
    void imageOfTheFirstRows_thatLostRows_isReplacedByAQueryThatItDoesNotCover() {
        ProtocolTable table = new ProtocolTable(FIRST_TWO);
        table.insert(1, 2, 3, 4);
        table.flush();
        table.fill();
        table.run("DELETE FROM %T WHERE k = 1 AND c = 1");
        table.flush();
        assertTrue(table.isCached());
        assertEquals(1, table.count(Step.LOADING, () -> assertEquals(List.of(2, 3, 4), table.read())));
        int loads = table.count(Step.LOADING, () -> {
            assertEquals(List.of(2, 3), table.read(" AND c <= 3"));
            assertEquals(List.of(2, 3, 4), table.read());
        });
        assertEquals(0, loads);
        long hits = table.hits();
        assertEquals(List.of(2, 3), table.read(" AND c <= 3"));
        assertEquals(hits + 1, table.hits());
    }

    @Test
    void imageOfTheFirstRows_thatLostAllRows_isDropped() {
        ProtocolTable table = new ProtocolTable(FIRST_TWO);
        table.insert(1, 2, 3, 4, 5);
        table.flush();
        table.fill();
        table.run("DELETE FROM %T WHERE k = 1 AND c <= 2");
        table.flush();
        assertFalse(table.isCached());
        assertEquals(List.of(3, 4, 5), table.read());
        assertEquals(List.of(3, 4), table.read(" AND c <= 4"));
        assertTrue(table.isCached());
    }

    private static void assertAnswersHits(ProtocolTable table, Supplier<List<Integer>> read) {
        long hits = table.hits();
        long misses = table.misses();
        assertFalse(read.get().isEmpty());
        assertEquals(hits + 1, table.hits());
        assertEquals(misses, table.misses());
    }

    private static boolean isComplete(ProtocolTable table) {
        return (image(table).get(RowImageDescriptor.FLAGS_OFFSET) & RowImageDescriptor.COMPLETE) != 0;
    }

    private static ByteBuffer image(ProtocolTable table) {
        return assertPresent(table.image());
    }

    private static ByteBuffer assertPresent(ByteBuffer image) {
        assertNotNull(image, "the partition has no image");
        return image;
    }
}
