package org.ssdtier.node.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the command line of the operator tools, and of the command {@code inspect}. */
@Tag("unit")
final class OperatorToolsTest {
    @TempDir
    private Path directory;

    @Test
    void help_namesEveryCommandAndOption() {
        ToolRun all = ToolRun.of("help");
        assertEquals(0, all.exitCode(), all.err());
        assertTrue(all.out().contains("inspect") && all.out().contains("catalogue"), all.out());
        ToolRun group = ToolRun.of("help", "catalogue");
        for (String verb : new String[] {"list", "show", "stats", "verify", "rebuild"}) {
            assertTrue(group.out().contains("    " + verb + " "), group.out());
        }
        ToolRun rebuild = ToolRun.of("catalogue", "rebuild", "DIR", "--help");
        assertEquals(0, rebuild.exitCode(), rebuild.err());
        for (String option : new String[] {"--from", "--owner", "--force", "--json", "DIR"}) {
            assertTrue(rebuild.out().contains(option), rebuild.out());
        }
    }

    @Test
    void unknownCommandOrVerb_isUsageErrorWithTheAllowedOnes() {
        assertRejected("command missing, allowed doctor | inspect | help | catalogue");
        assertRejected("command=inspekt, allowed doctor | inspect | help | catalogue", "inspekt");
        assertRejected("verb missing, allowed list | show | stats | verify | rebuild | estimate", "catalogue");
        assertRejected(
                "verb=lst, allowed list | show | stats | verify | rebuild | estimate", "catalogue", "lst", "DIR");
        assertRejected("command=nodes, allowed doctor | inspect | help | catalogue", "help", "nodes");
    }

    @Test
    void unknownOption_isUsageErrorWithTheAllowedOnes() {
        assertRejected("option=--deep, allowed --json FILE | --help", "inspect", directory.toString(), "--deep");
        assertRejected(
                "option=--form, allowed --force | --from DATA_DIR | --json FILE | --owner HOST_ID | --help",
                "catalogue",
                "rebuild",
                directory.toString(),
                "--form=data");
    }

    @Test
    void missingValueOrArgument_isUsageError() {
        assertRejected("option=--json: value missing", "inspect", directory.toString(), "--json");
        assertRejected("option=--from: value missing", "catalogue", "rebuild", "DIR", "--from", "--force");
        assertRejected("arguments=a b, allowed DIR", "inspect", "a", "b");
        assertRejected("arguments=1, allowed ID DIR", "catalogue", "show", "1");
        assertRejected("Required parameters are missing: DIR", "inspect");
        assertRejected("Required option '--from' is missing", "catalogue", "rebuild", "DIR");
    }

    @Test
    void inspect_ofAnEmptyDirectory_failsAndNamesWhatIsMissing() {
        ToolRun run = ToolRun.of("inspect", directory.toString());
        assertEquals(1, run.exitCode(), run.err());
        assertTrue(run.out().contains("manifest: no readable copy"), run.out());
    }

    /** As airline's help has it: options, then two hyphens, then the arguments. */
    @Test
    void twoHyphens_endTheOptions() {
        ToolRun run = ToolRun.of("inspect", "--json", "-", "--", directory.toString());
        assertEquals(1, run.exitCode(), run.err());
        assertTrue(run.out().startsWith("{"), run.out());
        ToolRun hyphen = ToolRun.of("inspect", "--", "--help");
        assertEquals(1, hyphen.exitCode(), hyphen.err());
        assertTrue(hyphen.err().contains("--help: no such directory"), hyphen.err());
        assertEquals(
                2, ToolRun.of("catalogue", "rebuild", "--from", "--", "DIR").exitCode());
    }

    @Test
    void json_ofADirectory_failsWithItsName() {
        ToolRun run = ToolRun.of("inspect", directory.toString(), "--json", "/");
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("json=/: is a directory"), run.err());
    }

    @Test
    void inspect_ofNoDirectory_failsWithItsName() {
        Path none = directory.resolve("none");
        ToolRun run = ToolRun.of("inspect", none.toString());
        assertEquals(1, run.exitCode());
        assertEquals(
                "ssdtier: directory=" + none + ": no such directory", run.err().strip());
    }

    @Test
    void json_goesToTheFileBesideTheText_orInsteadOfItToStandardOutput() throws IOException {
        Path file = directory.resolve("reports/inspect.json");
        ToolRun both = ToolRun.of("inspect", directory.toString(), "--json", file.toString());
        assertTrue(both.out().contains("total     0 segments"), both.out());
        assertTrue(Files.readString(file).contains("\"segments\" : [ ]"), Files.readString(file));
        ToolRun alone = ToolRun.of("inspect", "--json=-", directory.toString());
        assertTrue(alone.out().startsWith("{") && alone.out().endsWith("}\n"), alone.out());
        assertEquals(1, alone.exitCode());
    }

    private static void assertRejected(String message, String... words) {
        ToolRun run = ToolRun.of(words);
        assertEquals(2, run.exitCode(), run.err());
        assertEquals("ssdtier: " + message + "\nSee: ssdtier help\n", run.err());
        assertEquals("", run.out());
    }
}
