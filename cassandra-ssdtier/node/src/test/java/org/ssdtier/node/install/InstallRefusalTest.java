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

    private TestInstaller installer;
    private TestHome home;

    @BeforeAll
    static void build() throws IOException {
        jar = TestJars.distribution(shared);
    }

    @BeforeEach
    void prepare() throws IOException {
        installer = TestInstaller.in(directory, jar);
        home = installer.home();
    }

    @Test
    void homeWithoutCassandra_isRefused() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        installer
                .run("install", empty.toString())
                .assertRefused("home=" + empty, "no Cassandra", "/usr/share/cassandra");
        Files.createDirectories(empty.resolve("lib"));
        installer.run("install", empty.toString()).assertRefused("home=" + empty, "none; allowed: one");
        installer.run("install", directory.resolve("missing").toString()).assertRefused("no Cassandra");
    }

    @Test
    void homeWithTwoCassandras_isRefused() throws IOException {
        Path second = home.lib().resolve("apache-cassandra-5.0.8.jar");
        Files.copy(home.cassandra(), second);
        installer.assertRefusedUnchanged(
                "install", second.toString(), home.cassandra().toString());
    }

    @Test
    void jarThatSortsBeforeOurs_isRefused() throws IOException {
        Files.move(home.cassandra(), home.lib().resolve("00-cassandra.jar"));
        installer.assertRefusedUnchanged("install", "00-cassandra.jar", "would come before");
    }

    @Test
    void otherReleases_areRefusedWithTheAllowedOnes_butCanBeUninstalled() throws IOException {
        installer.runHere("install").assertDone();
        for (String version : List.of("4.1.9", "6.0-alpha2", "5.0-rc1")) {
            TestJars.patch(home.cassandra(), Map.of(VERSION_FILE, old -> ("CassandraVersion=" + version)
                    .getBytes(StandardCharsets.UTF_8)));
            installer.assertRefusedUnchanged("install", "version=" + version, "allowed: Cassandra 5.0.x");
        }
        TestJars.patch(home.cassandra(), Map.of(VERSION_FILE, old -> new byte[0]));
        installer.assertRefusedUnchanged("install", "version=unknown");
        installer.runHere("uninstall").assertDone("is stock Cassandra unknown");
        assertEquals(List.of(), home.ours());
    }

    @Test
    void runningNode_isRefusedUnlessForced() throws IOException {
        addNode(
                "4711",
                home.home(),
                List.of(home.home() + "/conf", home.cassandra().toString()));
        installer.assertRefusedUnchanged("install", "pid=4711", "--force-running");
        installer.run("install", home.home().toString(), "--force-running").assertDone();
        installer.assertRefusedUnchanged("uninstall", "pid=4711", "--force-running");
        installer.runHere("verify").assertDone();
        installer.run("uninstall", home.home().toString(), "--force-running").assertDone();
    }

    /** As {@code bin/cassandra} starts it from within the home. */
    @Test
    void runningNode_withARelativeClassPath_isRefused() throws IOException {
        addNode("12", home.home(), List.of("bin/../conf", "bin/../lib/a.jar"));
        installer.assertRefusedUnchanged("install", "pid=12");
    }

    @Test
    void runningNode_whoseWorkingDirectoryCannotBeRead_isRefused() throws IOException {
        addNode("13", home.home(), List.of("lib/a.jar"));
        Files.delete(installer.processes().resolve("13/cwd"));
        installer.assertRefusedUnchanged("install", "pid=13");
    }

    @Test
    void otherProcesses_areNoReasonToRefuse() throws IOException {
        Path other = Files.createDirectories(directory.resolve("other/lib"));
        addNode("14", other, List.of(other + "/apache-cassandra-5.0.9.jar"));
        addProcess(
                "15", home.home(), "java\0-cp\0" + home.cassandra() + "\0org.apache.cassandra.tools.NodeTool\0info\0");
        Files.createDirectories(installer.processes().resolve("16"));
        Files.createDirectories(installer.processes().resolve("self"));
        installer.runHere("install").assertDone();
    }

    @Test
    void withoutProcesses_isRefusedUnlessForced() throws IOException {
        Files.delete(installer.processes());
        installer.assertRefusedUnchanged("install", "processes=" + installer.processes(), "--force-running");
        installer.run("install", home.home().toString(), "--force-running").assertDone();
    }

    /** Fails for root as well, who may write to every directory. */
    @Test
    void lib_thatCannotBeWritten_leavesTheOldState() throws IOException {
        TestJars.dropIn(home.lib(), "0.0.9");
        Files.createDirectories(home.lib().resolve(AsideFile.PREFIX + "1/occupied"));
        installer.assertRefusedUnchanged("install", AsideFile.PREFIX + "1");
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
            installer.run("install", each.home().toString(), "--append-yaml").assertDone();
            installer.run("verify", each.home().toString()).assertDone("sound");
            installer.run("uninstall", each.home().toString()).assertDone();
            assertEquals(List.of(), each.ours());
        }
    }

    /** A killed run leaves its file beside the jar. */
    @Test
    void leftoversOfAKilledRun_areRemoved() throws IOException {
        Path leftover = Files.writeString(home.lib().resolve(AsideFile.PREFIX + "99"), "half a jar");
        installer.runHere("install").assertDone();
        assertTrue(Files.notExists(leftover));
        Files.writeString(leftover, "half a jar");
        installer.runHere("uninstall").assertDone();
        assertTrue(Files.notExists(leftover));
    }

    @Test
    void appendYaml_withoutAYaml_isRefused() throws IOException {
        Files.delete(home.yaml());
        InstallRun refused = installer.run("install", home.home().toString(), "--append-yaml");
        refused.assertRefused("no cassandra.yaml found", "--conf");
        installer
                .run("install", home.home().toString(), "--conf", directory.toString())
                .assertRefused("has no cassandra.yaml");
        installer.runHere("install").assertDone("cassandra.yaml was not changed; the block for it:");
    }

    private InstallRun runUntil(int step, TestHome each) {
        List<Steps.Step> reached = new ArrayList<>();
        Steps interrupting = next -> {
            reached.add(next);
            if (reached.size() > step) {
                throw new IOException("interrupted at " + reached);
            }
        };
        return installer.run(interrupting, "install", each.home().toString(), "--append-yaml");
    }

    private void addNode(String pid, Path workingDirectory, List<String> classPath) throws IOException {
        addProcess(
                pid,
                workingDirectory,
                "/usr/bin/java\0-ea\0-cp\0" + String.join(":", classPath)
                        + "\0org.apache.cassandra.service.CassandraDaemon\0");
    }

    private void addProcess(String pid, Path workingDirectory, String commandLine) throws IOException {
        Path process = Files.createDirectories(installer.processes().resolve(pid));
        Files.writeString(process.resolve("cmdline"), commandLine);
        Files.createSymbolicLink(process.resolve("cwd"), workingDirectory);
    }
}
