package org.ssdtier.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

@Tag("unit")
final class MicroCommandTest {
    private static final List<String> NAMES = List.of("ImageCodecBenchmark.encode", "MemoryTierBenchmark.hit");

    @Test
    void options_ofARun_areParsed() {
        ParseResult parsed = new CommandLine(new MicroCommand())
                .parseArgs("--forks", "3", "--quick", "--gc", "--list", "--json", "-", "MemoryTier");
        String pattern = parsed.matchedPositionalValue(0, "");
        assertEquals("MemoryTier", pattern);
        int forks = parsed.matchedOptionValue("--forks", 0);
        assertEquals(3, forks);
    }

    @Test
    void forks_outOfRange_areRefusedWithTheRange() {
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new MicroCommand())
                .setErr(new PrintWriter(err, true))
                .execute("--forks", "0");
        assertEquals(CommandLine.ExitCode.SOFTWARE, exit);
        assertTrue(err.toString().contains("forks=0: allowed 1 to 100"), err.toString());
    }

    @Test
    void matching_aPartOfAName_selectsIt() {
        assertEquals(List.of("MemoryTierBenchmark.hit"), BenchmarkNames.matching("Tier.*hit", NAMES));
        assertEquals(NAMES, BenchmarkNames.matching("", NAMES));
    }

    @Test
    void matching_noName_isRefusedWithAllNames() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> BenchmarkNames.matching("hits", NAMES));
        assertEquals(
                "PATTERN=hits: no such benchmark, there are:\n  ImageCodecBenchmark.encode\n  MemoryTierBenchmark.hit",
                refused.getMessage());
    }

    @Test
    void matching_noRegularExpression_isRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> BenchmarkNames.matching("hit(", NAMES));
        assertTrue(refused.getMessage().startsWith("PATTERN=hit(: not a regular expression: "), refused.getMessage());
    }
}
