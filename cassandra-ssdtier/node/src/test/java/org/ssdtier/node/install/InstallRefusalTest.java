package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what the installer refuses: nothing is changed then. And of what an interruption leaves. */
@Tag("unit")
final class InstallRefusalTest {
    private static final String VERSION_FILE = "org/apache/cassandra/config/version.properties";

    @TempDir
    private static Path shared;

    private static Path jar;

    @TempDir
    private Path directory;

    private Path processes;
    private TestHome home;

    @BeforeAll
    static void build() throws IOException {
        jar = TestJars.distribution(shared);
    }

    @BeforeEach
    void prepare() throws IOException {
        processes = Files.createDirectories(directory.resolve("proc"));
        home = TestHome.tarball(Files.createDirectories(directory.resolve("root")));
    }

    @Test
    void homeWithoutCassandra_isRefused() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        run("install", empty.toString()).assertRefused("home=" + empty, "no Cassandra", "/usr/share/cassandra");
        Files.createDirectories(empty.resolve("lib"));
        run("install", empty.toString()).assertRefused("home=" + empty, "none; allowed: one");
        run("install", directory.resolve("missing").toString()).assertRefused("no Cassandra");
    }

    @Test
    void homeWithTwoCassandras_isRefused() throws IOException {
        Path second = home.lib().resolve("apache-cassandra-5.0.8.jar");
        Files.copy(home.cassandra(), second);
        assertRefusedUnchanged("install", second.toString(), home.cassandra().toString());
    }

    @Test
    void jarThatSortsBeforeOurs_isRefused() throws IOException {
        Files.move(home.cassandra(), home.lib().resolve("00-cassandra.jar"));
        assertRefusedUnchanged("install", "00-cassandra.jar", "would come before");
    }

    @Test
    void otherReleases_areRefusedWithTheAllowedOnes_butCanBeUninstalled() throws IOException {
        run("install", home.home().toString()).assertDone();
        for (String version : List.of("4.1.9", "6.0-alpha2", "5.0-rc1")) {
            TestJars.patch(home.cassandra(), Map.of(VERSION_FILE, old -> ("CassandraVersion=" + version)
                    .getBytes(StandardCharsets.UTF_8)));
            assertRefusedUnchanged("install", "version=" + version, "allowed: Cassandra 5.0.x");
        }
        TestJars.patch(home.cassandra(), Map.of(VERSION_FILE, old -> new byte[0]));
        assertRefusedUnchanged("install", "version=unknown");
        run("uninstall", home.home().toString()).assertDone("is stock Cassandra unknown");
        assertEquals(List.of(), home.ours());
    }

    @Test
    void runningNode_isRefusedUnlessForced() throws IOException {
        addNode(
                "4711",
                home.home(),
                List.of(home.home() + "/conf", home.cassandra().toString()));
        assertRefusedUnchanged("install", "pid=4711", "--force-running");
        run("install", home.home().toString(), "--force-running").assertDone();
        assertRefusedUnchanged("uninstall", "pid=4711", "--force-running");
        run("verify", home.home().toString()).assertDone();
        run("uninstall", home.home().toString(), "--force-running").assertDone();
    }

    /** As {@code bin/cassandra} starts it from within the home. */
    @Test
    void runningNode_withARelativeClassPath_isRefused() throws IOException {
        addNode("12", home.home(), List.of("bin/../conf", "bin/../lib/a.jar"));
        assertRefusedUnchanged("install", "pid=12");
    }

    @Test
    void runningNode_whoseWorkingDirectoryCannotBeRead_isRefused() throws IOException {
        addNode("13", home.home(), List.of("lib/a.jar"));
        Files.delete(processes.resolve("13/cwd"));
        assertRefusedUnchanged("install", "pid=13");
    }

    @Test
    void otherProcesses_areNoReasonToRefuse() throws IOException {
        Path other = Files.createDirectories(directory.resolve("other/lib"));
        addNode("14", other, List.of(other + "/apache-cassandra-5.0.9.jar"));
        addProcess(
                "15", home.home(), "java\0-cp\0" + home.cassandra() + "\0org.apache.cassandra.tools.NodeTool\0info\0");
        Files.createDirectories(processes.resolve("16"));
        Files.createDirectories(processes.resolve("self"));
        run("install", home.home().toString()).assertDone();
    }

    @Test
    void withoutProcesses_isRefusedUnlessForced() throws IOException {
        Files.delete(processes);
        assertRefusedUnchanged("install", "processes=" + processes, "--force-running");
        run("install", home.home().toString(), "--force-running").assertDone();
    }

    /** Fails for root as well, who may write to every directory. */
    @Test
    void lib_thatCannotBeWritten_leavesTheOldState() throws IOException {
        TestJars.dropIn(home.lib(), "0.0.9");
        Files.createDirectories(home.lib().resolve(AsideFile.PREFIX + "1/occupied"));
        assertRefusedUnchanged("install", AsideFile.PREFIX + "1");
    }

    /** Steps 0 to 3 are of the jar, the next three of the script, the last three of the yaml. */
    @Test
    void interruption_atEachStep_leavesOneWholeJar_andTheNextRunCompletes() throws IOException {
        for (int step = 0; step < 10; step++) {
            TestHome each = TestHome.tarball(Files.createDirectories(directory.resolve("step" + step)));
            Path old = TestJars.dropIn(each.lib(), "0.0.9");
            byte[] oldBytes = Files.readAllBytes(old);
            runUntil(step, each).assertRefused("interrupted");
            Path left = step < 3 ? old : each.installed();
            assertEquals(List.of(left.getFileName().toString()), each.ours(), "step=" + step);
            assertEquals(step < 2, Arrays.equals(oldBytes, Files.readAllBytes(left)), "step=" + step);
            DropInJar.read(left);
            run("install", each.home().toString(), "--append-yaml").assertDone();
            run("verify", each.home().toString()).assertDone("sound");
            run("uninstall", each.home().toString()).assertDone();
            assertEquals(List.of(), each.ours());
        }
    }

    /** A killed run leaves its file beside the jar. */
    @Test
    void leftoversOfAKilledRun_areRemoved() throws IOException {
        Path leftover = Files.writeString(home.lib().resolve(AsideFile.PREFIX + "99"), "half a jar");
        run("install", home.home().toString()).assertDone();
        assertTrue(Files.notExists(leftover));
        Files.writeString(leftover, "half a jar");
        run("uninstall", home.home().toString()).assertDone();
        assertTrue(Files.notExists(leftover));
    }

    @Test
    void appendYaml_withoutAYaml_isRefused() throws IOException {
        Files.delete(home.yaml());
        InstallRun refused = run("install", home.home().toString(), "--append-yaml");
        refused.assertRefused("no cassandra.yaml found", "--conf");
        run("install", home.home().toString(), "--conf", directory.toString()).assertRefused("has no cassandra.yaml");
        run("install", home.home().toString()).assertDone("cassandra.yaml was not changed; the block for it:");
    }

    private InstallRun runUntil(int step, TestHome each) {
        List<Steps.Step> reached = new ArrayList<>();
        Steps interrupting = next -> {
            reached.add(next);
            if (reached.size() > step) {
                throw new IOException("interrupted at " + reached);
            }
        };
        return InstallRun.of(
                jar,
                processes,
                TestJars::copyWoven,
                interrupting,
                "install",
                each.home().toString(),
                "--append-yaml");
    }

    private void assertRefusedUnchanged(String command, String... texts) throws IOException {
        Map<String, String> before = home.snapshot();
        run(command, home.home().toString()).assertRefused(texts);
        assertEquals(before, home.snapshot());
    }

    private void addNode(String pid, Path workingDirectory, List<String> classPath) throws IOException {
        addProcess(
                pid,
                workingDirectory,
                "/usr/bin/java\0-ea\0-cp\0" + String.join(":", classPath)
                        + "\0org.apache.cassandra.service.CassandraDaemon\0");
    }

    private void addProcess(String pid, Path workingDirectory, String commandLine) throws IOException {
        Path process = Files.createDirectories(processes.resolve(pid));
        Files.writeString(process.resolve("cmdline"), commandLine);
        Files.createSymbolicLink(process.resolve("cwd"), workingDirectory);
    }

    private InstallRun run(String... words) {
        return InstallRun.of(jar, processes, TestJars::copyWoven, Steps.UNWATCHED, words);
    }
}
