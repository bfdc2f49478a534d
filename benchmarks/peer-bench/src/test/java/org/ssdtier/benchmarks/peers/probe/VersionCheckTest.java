package org.ssdtier.benchmarks.peers.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.peers.probe.Census.Verdict;
import org.ssdtier.benchmarks.peers.probe.FakePeer.Fault;

/** Tests that the checks detect stores that lose rows or return old or foreign bytes. */
@Tag("unit")
final class VersionCheckTest {
    private static final int ROWS = 2_000;
    private static final int PUTS = 10_000;

    @TempDir
    private Path directory;

    @Test
    void overwritten_faultlessStore_isCurrentEverywhere() throws Exception {
        Survey survey = afterOverwrites(Fault.NONE);
        assertEquals(ROWS, survey.census().current());
        assertEquals(ROWS, survey.resident().length);
    }

    @Test
    void overwritten_storeThatLosesRows_isAbsentThere_notStale() throws Exception {
        Survey survey = afterOverwrites(Fault.LOSES_EVERY_TENTH_ROW);
        assertEquals(ROWS / 10, survey.census().absent());
        assertEquals(0, survey.census().stale());
        assertTrue(IntStream.of(survey.resident()).noneMatch(row -> row % 10 == 0), "a lost row counts as resident");
    }

    @Test
    void overwritten_storeThatKeepsOldVersions_isStale() throws Exception {
        Survey survey = afterOverwrites(Fault.KEEPS_THE_FIRST_VERSION);
        assertTrue(
                survey.census().stale() > ROWS / 2, "stale=" + survey.census().stale());
        assertEquals(ROWS, survey.census().stale() + survey.census().current());
    }

    @Test
    void readWhileOverwritten_oldVersions_areStaleToTheReadersToo() throws Exception {
        Versions versions = Versions.open(directory.resolve("versions"), ROWS);
        FakePeer peer = new FakePeer(Fault.KEEPS_THE_FIRST_VERSION);
        Survey filled = new Filling(peer, versions, directory).run(false);
        // Overwrites the same row repeatedly, so that every reader has a chance to read an old version.
        Census census = new Overwrites(peer, versions, new int[] {filled.resident()[0]}).run(200_000, 2, 1);
        assertTrue(census.stale() > 0, "no reader saw a stale row");
    }

    @Test
    void readWhileOverwritten_faultlessStore_isNeverStale() throws Exception {
        Versions versions = Versions.open(directory.resolve("versions"), ROWS);
        FakePeer peer = new FakePeer(Fault.NONE);
        Survey filled = new Filling(peer, versions, directory).run(false);
        Census census = new Overwrites(peer, versions, filled.resident()).run(PUTS, 2, 1);
        assertEquals(0, census.stale() + census.wrong() + census.absent());
    }

    @Test
    void fill_storeThatChangesBytes_isWrongEverywhere() throws Exception {
        Versions versions = Versions.open(directory.resolve("versions"), ROWS);
        Survey survey = new Filling(new FakePeer(Fault.FLIPS_A_BYTE), versions, directory).run(false);
        assertEquals(ROWS, survey.census().wrong());
        assertEquals(0, survey.resident().length);
    }

    @Test
    void fill_storeThatDropsABurst_isFilledAgain() throws Exception {
        Versions versions = Versions.open(directory.resolve("versions"), ROWS);
        Filling filling = new Filling(new FakePeer(Fault.DROPS_THE_FIRST_PUT), versions, directory);
        assertEquals(ROWS, filling.run(false).resident().length);
        assertEquals(2L * ROWS * (Rows.KEY_BYTES + Rows.VALUE_BYTES), filling.logicalBytes());
    }

    @Test
    void verdict_followsTheNewestAcknowledgedVersion() {
        Census census = new Census();
        assertEquals(Verdict.CURRENT, census.judge(7, 3, Rows.value(7, 3)));
        assertEquals(Verdict.CURRENT, census.judge(7, 3, Rows.value(7, 4)));
        assertEquals(Verdict.STALE, census.judge(7, 3, Rows.value(7, 2)));
        assertEquals(Verdict.WRONG, census.judge(7, 3, Rows.value(8, 3)));
        assertEquals(Verdict.WRONG, census.judge(7, 3, new byte[5]));
        assertEquals(Verdict.ABSENT, census.judge(7, 3, null));
    }

    @Test
    void versions_openedAgain_areThoseOfBefore() throws Exception {
        Path file = directory.resolve("versions");
        Versions.open(file, ROWS).acknowledge(ROWS - 1, 42);
        assertEquals(42, Versions.open(file, ROWS).acknowledged(ROWS - 1));
    }

    private Survey afterOverwrites(Fault fault) throws Exception {
        Versions versions = Versions.open(directory.resolve("versions"), ROWS);
        FakePeer peer = new FakePeer(fault);
        new Filling(peer, versions, directory).run(false);
        int[] all = IntStream.range(0, ROWS).toArray();
        new Overwrites(peer, versions, all).run(PUTS, 1, 1);
        return Survey.of(peer, versions);
    }
}
