package org.ssdtier.catalogue.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.cassandra.io.FSReadError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.segmentlog.checks.Polling;

/** Tests of the maintenance of a node's catalogue, on a clock of the test. */
@Tag("unit")
final class CatalogueKeeperTest {
    private static final UUID TABLE = new UUID(3, 4);

    @TempDir
    private Path parent;

    private final List<String> seen = new ArrayList<>();
    private @Nullable SchemaCatalogue catalogue;
    private @Nullable Throwable fault;
    private List<String> unreadable = List.of();
    private List<TableList> lists = List.of();
    private CatalogueOptions options = CatalogueOptions.ofOwner(new UUID(1, 2)).withFollower(false);
    private int reads;
    private int openings;
    private int failingOpenings;
    private long now = Long.MAX_VALUE - 5;

    private CatalogueKeeper keeper() {
        CatalogueDirectory directory = new CatalogueDirectory(parent.resolve("catalogue"));
        CatalogueKeeper.User user = new CatalogueKeeper.User() {
            @Override
            public void opened(SchemaCatalogue of) {
                catalogue = of;
                seen.add("opened");
                if (openings++ < failingOpenings) {
                    throw new OutOfMemoryError("for a test");
                }
            }

            @Override
            public void compared(SchemaCatalogue of) {
                seen.add("compared");
            }
        };
        return new CatalogueKeeper("catalogue", () -> directory.openOrCreate(options), this::dictionaries, user);
    }

    private List<String> dictionaries(Consumer<TableList> each) {
        reads++;
        if (fault instanceof Error error) {
            throw error;
        }
        if (fault instanceof RuntimeException exception) {
            throw exception;
        }
        lists.forEach(each);
        return unreadable;
    }

    @AfterEach
    void close() {
        if (catalogue != null) {
            catalogue.close();
        }
    }

    @Test
    void step_opensComparesAndThenWaits() {
        CatalogueKeeper keeper = keeper();
        assertEquals(CatalogueKeeper.LONGEST_PAUSE_NANOS, keeper.step(now));
        assertEquals(List.of("opened", "compared"), seen);
        keeper.step(now + CatalogueKeeper.ROUND_NANOS - 1);
        assertEquals(1, reads);
        keeper.step(now + CatalogueKeeper.ROUND_NANOS);
        assertEquals(2, reads);
        assertEquals(List.of("opened", "compared", "compared"), seen);
    }

    /** Each of these failures once ended a node's start. */
    @Test
    void step_directoryCanNotBeUsed_triesAgainLessAndLessOften_andComesBackByItself() throws IOException {
        Path directory = parent.resolve("catalogue");
        Files.writeString(directory, "a file");
        CatalogueKeeper keeper = keeper();
        long pause = 0;
        for (int attempt = 0; attempt < 10; attempt++) {
            long next = keeper.step(now);
            assertTrue(next >= pause && next <= CatalogueKeeper.LONGEST_PAUSE_NANOS, "pause=" + next);
            assertEquals(next - 1, keeper.step(now + 1), "not before it is time");
            pause = next;
            now += next;
        }
        assertEquals(CatalogueKeeper.LONGEST_PAUSE_NANOS, pause);
        Files.delete(directory);
        Files.createDirectory(directory);
        Path foreign = Files.writeString(directory.resolve("foreign.txt"), "not ours");
        now += keeper.step(now);
        assertEquals(List.of(), seen);
        Files.delete(foreign);
        keeper.step(now);
        assertEquals(List.of("opened", "compared"), seen);
    }

    /** Checked by removal: the node has no catalogue until the next start, though the catalogue is open and compared. */
    @Test
    void step_theUserFailsToTakeTheCatalogue_isToldAgain() {
        failingOpenings = 2;
        CatalogueKeeper keeper = keeper();
        for (int step = 0; step < 3; step++) {
            now += keeper.step(now);
        }
        assertEquals(List.of("opened", "opened", "opened", "compared"), seen);
    }

    /** With the comparison outside the try block, or with only IOException caught, each of these ends the thread. */
    @Test
    void step_theComparisonFails_givesNoIds_andTriesAgain() {
        CatalogueKeeper keeper = keeper();
        for (Throwable each : List.of(
                new IllegalStateException("a table's directory is gone"),
                new AssertionError("the catalogue's state is not consistent"),
                new IOError(new IOException("Input/output error")),
                new FSReadError(new IOException("Input/output error"), "da-1-catalogued-Schemas.db"))) {
            fault = each;
            now += keeper.step(now);
        }
        assertEquals(List.of("opened"), seen);
        fault = null;
        keeper.step(now);
        assertEquals(List.of("opened", "compared"), seen);
    }

    /**
     * An old copy would give out IDs twice; a dictionary that is temporarily unreadable may be the one that shows it.
     */
    @Test
    void step_dictionariesThatCanNotBeRead_areWaitedForAWhile() {
        unreadable = List.of("da-1-catalogued-Schemas.db (Too many open files)");
        CatalogueKeeper keeper = keeper();
        for (int attempt = 1; attempt < CatalogueKeeper.MOST_COMPARISONS; attempt++) {
            now += keeper.step(now);
            assertEquals(List.of("opened"), seen, "attempt=" + attempt);
        }
        keeper.step(now);
        assertEquals(List.of("opened", "compared"), seen);
    }

    /** A node that is restarted daily has its second round in time to reclaim. */
    @Test
    void step_afterHalfADay_reclaimsWhatTwoRoundsHaveNotFound() throws IOException {
        try (SchemaCatalogue before = new CatalogueDirectory(parent.resolve("catalogue")).openOrCreate(options)) {
            intern(before, 3);
            assertTrue(before.sync());
        }
        CatalogueKeeper keeper = keeper();
        keeper.step(now);
        assertEquals(3, open().stats().content().definitions());
        keeper.step(now + CatalogueKeeper.ROUND_NANOS);
        assertEquals(0, open().stats().content().definitions());
    }

    /**
     * Definitions that a full queue dropped while the device hung are adopted from the SSTables, long before half a
     * day.
     */
    @Test
    void step_afterAQueueWasFull_adoptsWithinMinutes() {
        options = options.withPending(2, 1 << 20);
        CatalogueKeeper keeper = keeper();
        keeper.step(now);
        lists = List.of(intern(open(), 6));
        assertEquals(4, open().stats().content().definitionsUnwritten());
        assertTrue(open().sync());
        keeper.step(now + CatalogueKeeper.ADOPTION_NANOS - 1);
        assertEquals(1, reads);
        keeper.step(now + CatalogueKeeper.ADOPTION_NANOS);
        assertEquals(2, reads);
        assertEquals(2, open().stats().content().definitionsUnwritten(), "two more are in the log by now");
    }

    /** The SSTables of these definitions are gone, but a dictionary that cannot be read keeps the definitions. */
    @Test
    void step_roundsThatAdoptNothing_becomeRare() {
        options = options.withPending(2, 1 << 20);
        CatalogueKeeper keeper = keeper();
        keeper.step(now);
        intern(open(), 6);
        assertTrue(open().sync());
        unreadable = List.of("da-1-catalogued-Schemas.db (damaged)");
        for (int minute = 1; minute <= 24 * 60; minute++) {
            now += TimeUnit.MINUTES.toNanos(1);
            keeper.step(now);
        }
        assertEquals(4, open().stats().content().definitionsUnwritten());
        assertTrue(reads < 12, "rounds a day=" + reads);
    }

    /**
     * Definitions that a round adopts are in the log a little later, and only then may images refer to them. Checked by
     * removal: without the second check the user is only called by the next round, half a day later.
     */
    @Test
    void step_adoptedDefinitionsReachTheLog_isSaidSoon() throws IOException {
        CatalogueOptions ofAnother = CatalogueOptions.ofOwner(new UUID(5, 6)).withFollower(false);
        try (SchemaCatalogue another = new CatalogueDirectory(parent.resolve("another")).openOrCreate(ofAnother)) {
            lists = List.of(intern(another, 3));
        }
        CatalogueKeeper keeper = keeper();
        long pause = keeper.step(now);
        assertTrue(pause < CatalogueKeeper.LONGEST_PAUSE_NANOS, "pause=" + pause);
        assertEquals(3, open().stats().content().definitionsPending());
        keeper.step(now + pause);
        assertEquals(List.of("opened", "compared"), seen);
        assertTrue(open().sync());
        assertEquals(CatalogueKeeper.LONGEST_PAUSE_NANOS, keeper.step(now + 2 * pause));
        assertEquals(List.of("opened", "compared", "compared"), seen);
        assertEquals(1, reads);
    }

    /**
     * The log's thread sleeps while no ID is given out. Checked by removal: if a round does not wake it, it stays
     * asleep.
     */
    @Test
    void step_adoptedDefinitions_wakeTheThreadOfTheLog() throws IOException {
        CatalogueOptions ofAnother = CatalogueOptions.ofOwner(new UUID(5, 6)).withFollower(false);
        try (SchemaCatalogue another = new CatalogueDirectory(parent.resolve("another")).openOrCreate(ofAnother)) {
            lists = List.of(intern(another, 3));
        }
        options = CatalogueOptions.ofOwner(new UUID(1, 2)).withFollower(true);
        CatalogueKeeper keeper = keeper();
        List<TableList> later = lists;
        lists = List.of();
        keeper.step(now);
        Polling.until("reserved IDs", () -> open().stats().ids().reservedIds() > 0);
        LockSupport.parkNanos(200_000_000); // it must be asleep by now, or the test shows nothing
        lists = later;
        keeper.step(now + CatalogueKeeper.ROUND_NANOS);
        Polling.until("no pending definitions", () -> open().stats().content().definitionsPending() == 0);
        assertEquals(3, open().stats().content().definitions());
    }

    private SchemaCatalogue open() {
        return Objects.requireNonNull(catalogue);
    }

    private static TableList intern(SchemaCatalogue of, int count) {
        List<SchemaListEntry> entries = new ArrayList<>();
        try (SchemaIds ids = of.lease(TABLE)) {
            for (int n = 0; n < count; n++) {
                ByteBuffer name = ByteBuffer.wrap(("name" + n).getBytes(UTF_8));
                SchemaDefinition definition =
                        SchemaDefinition.of(List.of(SchemaColumn.of(name, false, ColumnForm.SIMPLE)));
                entries.add(new SchemaListEntry(ids.idOf(definition), definition));
            }
        }
        return new TableList(TABLE, new SchemaList(of.instanceId(), entries));
    }
}
