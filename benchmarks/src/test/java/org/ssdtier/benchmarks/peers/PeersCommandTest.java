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

    private static void assertRefused(String message, int rows, int rounds) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new PeersOptions(
                        List.of(PeerName.RAW), rows, rounds, 1_000, 4, 16, 0, "384M", 1, Path.of("build/none")));
        assertEquals(message, refused.getMessage());
    }
}
