package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/**
 * Tests of changes that the cache fails to apply. In each case Cassandra's change continues, no old image answers, and images of the
 * table are published again. Each test was seen to fail with its guard removed; the guards are listed in docs/guards.md.
 */
@Tag("concurrency")
class ChangeGuardTest {
    private static final int DROPPED_TABLES = 20;

    /** A change of a table whose row 1 is on disk and cached, with the rows after the change. */
    private record Change(String name, List<Integer> rows, Consumer<ProtocolTable> action) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Change> changes() {
        return Stream.of(
                new Change("flush", List.of(1, 2), table -> {
                    table.insert(2);
                    table.flush();
                }),
                new Change("drop", List.of(), table -> table.store()
                        .markObsolete(table.store().getLiveSSTables(), OperationType.UNKNOWN)),
                new Change("scrub", List.of(), table -> {
                    try (LifecycleTransaction scrub = table.store()
                            .getTracker()
                            .tryModify(table.store().getLiveSSTables(), OperationType.SCRUB)) {
                        scrub.obsoleteOriginals();
                        scrub.finish();
                    }
                }),
                new Change("cleanup", List.of(1), table -> table.store().cleanupCache()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_beginFails_goesOnAndTheImagesGo(Change change) {
        check(change, Step.CHANGE_BEGINS);
    }

    /** Checked by removal: an image of the old view is published, and answers reads of the new one until the change has ended. */
    @Test
    void change_beginFails_noImageIsPublishedUntilItEnds() {
        ProtocolTable table = cached();
        GuardedChanges guarded = table.cache().guarded();
        List<Supplier<Runnable>> changes =
                List.of(() -> guarded.begin(table.store(), () -> {}), () -> guarded.hold(table.store()));
        for (Supplier<Runnable> change : changes) {
            table.fill();
            table.at(Step.CHANGE_BEGINS, () -> {
                throw new AssertionError("thrown by the test");
            });
            Runnable end = change.get();
            assertFalse(table.isCached());
            assertEquals(List.of(1), table.read());
            assertEquals(List.of(1), table.read());
            assertFalse(table.isCached());
            end.run();
            table.fill();
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_endFails_goesOnAndTheImagesGo(Change change) {
        check(change, Step.REPLACED);
    }

    /** The assertion in {@code CachedTable.endChange} must not reach Cassandra, which has switched its view by then. */
    @Test
    void change_endedTwice_goesOnAndTheImagesGo() {
        ProtocolTable table = cached();
        Runnable end = table.cache().guarded().hold(table.store());
        end.run();
        end.run();
        assertEquals(List.of(1), table.read());
    }

    @Test
    void droppedTables_leaveNothingBehind() {
        ProtocolTable other = cached();
        int images = other.cache().tables().all().size();
        int tables = other.cache().tiers().tables().size();
        int digests = StartDigests.recorded();
        for (int i = 0; i < DROPPED_TABLES; i++) {
            cached().run("DROP TABLE %T");
        }
        assertEquals(images, other.cache().tables().all().size(), "images of tables");
        assertEquals(tables, other.cache().tiers().tables().size(), "tables of the tiers");
        assertEquals(digests, StartDigests.recorded(), "digests");
    }

    /** A read or a compaction that outlives its table leaves no state. */
    @Test
    void droppedTable_usedLate_leavesNothingBehind() {
        ProtocolTable table = cached();
        ColumnFamilyStore store = table.store();
        SsdRowCache cache = table.cache();
        int images = cache.tables().all().size();
        table.run("DROP TABLE %T");
        cache.guarded()
                .begin(store, () -> cache.changes().purge(store, List.of()))
                .run();
        CachedTable late = cache.tables().of(store).state;
        assertEquals(images - 1, cache.tables().all().size());
        assertFalse(late.mayPublish(late.ticket(), 0));
    }

    /**
     * A read of a dropped table goes on when a new table has its ID. Checked by removal: it publishes what it has read from the
     * dropped table, and the new one has lost its row.
     */
    @Test
    void droppedTable_readLateWhenItsIdIsInUseAgain_publishesNothing() {
        ProtocolTable table = cached();
        ColumnFamilyStore dropped = table.store();
        createAgain(table);
        SinglePartitionReadCommand command = table.command();
        for (int read = 0; read < 2; read++) { // the image of a partition without data is published the second time
            try (ReadExecutionController controller = command.executionController();
                    UnfilteredRowIterator rows = table.cache().reads().read(command, dropped, controller)) {
                assertFalse(rows.hasNext());
            }
        }
        assertEquals(List.of(1), table.read());
        table.fill();
        assertEquals(List.of(1), table.read());
    }

    /** A new table is cached even if the cache did not learn that a former one with its ID was dropped. */
    @Test
    void tableWithTheIdOfADroppedOne_hasAStateOfItsOwn() {
        ProtocolTable table = cached();
        ImageTables tables = new ImageTables(table.cache().tiers(), ImageSchemas.NONE);
        ColumnFamilyStore dropped = table.store();
        CachedTable former = tables.of(dropped).state;
        createAgain(table);
        CachedTable state = tables.of(table.store()).state;
        assertNotSame(former, state);
        assertSame(state, tables.of(table.store()).state);
        assertTrue(state.mayPublish(state.ticket(), 0));
        CachedTable late = tables.of(dropped).state;
        assertFalse(late.mayPublish(late.ticket(), 0));
        assertSame(state, tables.of(table.store()).state);
    }

    /** Drops a table and creates it again with its ID and row 1 on disk. */
    private static void createAgain(ProtocolTable table) {
        TableId id = table.store().metadata.id;
        table.run("DROP TABLE %T");
        table.run("CREATE TABLE %T (k int, c int, a text, z text, PRIMARY KEY (k, c)) WITH ID = " + id
                + " AND caching = " + ALL);
        table.store().disableAutoCompaction();
        table.insert(1);
        table.flush();
    }

    private static void check(Change change, Step step) {
        ProtocolTable table = cached();
        table.at(step, () -> {
            throw new AssertionError("thrown by the test");
        });
        change.action.accept(table);
        assertEquals(change.rows, table.read());
        table.fill();
        assertEquals(change.rows, table.read());
    }

    private static ProtocolTable cached() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        return table;
    }
}
