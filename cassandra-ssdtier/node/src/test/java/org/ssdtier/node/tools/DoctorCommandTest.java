package org.ssdtier.node.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.install.TestHome;

/** Tests of the command line of {@code ssdtier doctor}. */
@Tag("unit")
final class DoctorCommandTest {
    @TempDir
    private Path directory;

    @Test
    void help_namesEveryOption() {
        ToolRun help = ToolRun.of("doctor", "--help");
        assertEquals(0, help.exitCode(), help.err());
        for (String option :
                new String[] {"--probe", "--json", "--conf", "--port", "--username", "--password-file", "--ssl"}) {
            assertTrue(help.out().contains(option), help.out());
        }
    }

    @Test
    void homeWithoutTheJar_ends1_withARemedy() throws IOException {
        TestHome home = TestHome.tarball(directory);
        ToolRun run = ToolRun.of("doctor", home.home().toString());
        assertEquals(1, run.exitCode(), run.err());
        assertTrue(run.out().startsWith("FAIL  jar         "), run.out());
        assertTrue(run.out().contains("-> Stop the node and run: java -jar"), run.out());
        assertTrue(run.out().contains("WARN  jmx         no node runs from"), run.out());
        ToolRun json = ToolRun.of("doctor", "--json", "-", home.home().toString());
        assertEquals(1, json.exitCode());
        assertTrue(json.out().startsWith("{\n  \"worst\" : \"FAIL\",\n  \"findings\" : [ {"), json.out());
    }

    @Test
    void noCassandra_orNoAnswer_ends1_inOneLine() {
        ToolRun run = ToolRun.of("doctor", directory.toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("no Cassandra"), run.err());
        ToolRun none = ToolRun.of("doctor", "127.0.0.1:1");
        assertEquals(1, none.exitCode());
        assertTrue(none.err().startsWith("ssdtier: node=127.0.0.1:1: no answer"), none.err());
        assertEquals(1, none.err().lines().count(), none.err());
    }

    @Test
    void usageErrors_end2() {
        assertUsage("arguments missing, allowed HOME | HOST[:PORT]", "doctor");
        assertUsage("allowed [HOME | HOST[:PORT]]", "doctor", "a", "b");
        assertUsage("--seconds=0, allowed 1 to 600", "doctor", "node", "--seconds", "0");
        assertUsage("port=70000, allowed 1 to 65535", "doctor", "node", "-p", "70000");
        assertUsage("node=node with --probe", "doctor", "node", "--probe");
        assertUsage("password without user", "doctor", "node", "-pw", "secret");
        assertUsage("node=node:port, allowed HOST or HOST:PORT", "doctor", "node:port");
    }

    @Test
    void passwordFile_hasTheUsersLine() throws IOException {
        Path file = directory.resolve("passwords");
        Files.writeString(file, "joe hidden\njane secret\n");
        assertEquals("secret", JmxLogin.of("jane", null, file.toString(), false).password());
        assertThrows(IllegalArgumentException.class, () -> JmxLogin.of("jim", null, file.toString(), false));
        assertFalse(JmxLogin.of(null, null, null, false).usesTls());
    }

    private static void assertUsage(String message, String... words) {
        ToolRun run = ToolRun.of(words);
        assertEquals(2, run.exitCode(), run.out() + run.err());
        assertTrue(run.err().contains(message), run.err());
        assertTrue(run.err().endsWith("See: ssdtier help\n"), run.err());
    }
}
