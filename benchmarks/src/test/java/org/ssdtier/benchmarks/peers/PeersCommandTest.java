package org.ssdtier.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("unit")
final class PeersCommandTest {
    @Test
    void unknownPeer_isUsageErrorThatNamesThePeers() {
        StringWriter err = new StringWriter();
        CommandLine command = new CommandLine(new PeersCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(err, true));
        assertEquals(CommandLine.ExitCode.USAGE, command.execute("--peers", "ours,leveldb"));
        assertTrue(err.toString().contains("leveldb") && err.toString().contains("ROCKSDB"), err.toString());
    }

    @Test
    void optionOutOfRange_isRefusedWithTheRange() {
        assertRefused("rows=5: allowed 10000 to 50000000", 5, 1);
        assertRefused("rounds=0: allowed 1 to 1000", 10_000, 0);
    }

    /** Short rounds are for a look, not for a figure of a page. */
    @Test
    void shortRounds_ofAKeptResult_areRefused_unlessForced() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> parsed("--json", "peers.json", "--round-millis", "4999")
                                .check())
                .getMessage();
        assertEquals("round-millis=4999: allowed at least 5000 for a result that is kept, or with --force", message);
        parsed("--json", "peers.json").check();
        parsed("--json", "peers.json", "--round-millis", "4999", "--force").check();
        parsed("--json", "-", "--round-millis", "1000").check();
        parsed("--round-millis", "1000").check();
    }

    private static PeersCommand parsed(String... words) {
        PeersCommand command = new PeersCommand();
        new CommandLine(command).parseArgs(words);
        return command;
    }

    private static void assertRefused(String message, int rows, int rounds) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new PeersOptions(
                        List.of(PeerName.RAW), rows, rounds, 1_000, 4, 16, 0, "384M", 1, Path.of("build/none")));
        assertEquals(message, refused.getMessage());
    }
}
