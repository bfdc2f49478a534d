package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.WovenClasses;

/** Tests of install, verify and uninstall in each layout of a Cassandra. The woven classes are those of the build. */
@Tag("unit")
final class InstallTest {
    @TempDir
    private static Path shared;

    private static Path jar;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException {
        jar = TestJars.distribution(shared);
    }

    @Test
    void install_inATarball_isSoundAndUninstallLeavesStock() throws IOException {
        TestHome home = TestHome.tarball(directory);
        assertInstallsAndUninstalls(home, true);
    }

    @Test
    void install_inAnAssembledNode_isSoundAndUninstallLeavesStock() throws IOException {
        assertInstallsAndUninstalls(TestHome.assembled(directory), true);
    }

    @Test
    void install_inAContainer_isSoundAndUninstallLeavesStock() throws IOException {
        TestHome home = TestHome.container(directory);
        assertInstallsAndUninstalls(home, true);
        assertTrue(Files.isSymbolicLink(home.home().resolve("conf")));
    }

    @Test
    void install_inADebianPackage_isSoundAndUninstallLeavesStock() throws IOException {
        assertInstallsAndUninstalls(TestHome.debian(directory), false);
    }

    @Test
    void install_inAnRpmPackage_isSoundAndUninstallLeavesStock() throws IOException {
        TestHome home = TestHome.rpm(directory);
        assertInstallsAndUninstalls(home, false);
        assertTrue(Files.isSymbolicLink(directory.resolve("etc/cassandra/conf")));
    }

    @Test
    void installedJar_hasTheDropInsEntriesWithoutTheWeaver() throws IOException {
        TestHome home = TestHome.tarball(directory);
        run("install", home).assertDone();
        List<String> names = TestJars.names(home.installed());
        assertEquals(names.size(), names.stream().distinct().count());
        assertTrue(names.contains("org/ssdtier/node/CassandraGuard.class"));
        assertTrue(names.contains("META-INF/services/org.apache.cassandra.io.sstable.format.SSTableFormat$Factory"));
        assertTrue(names.stream().noneMatch(name -> name.contains("weaver") || name.contains("bytebuddy")));
        for (Map.Entry<String, byte[]> woven : TestJars.woven(jar).entrySet()) {
            assertArrayEquals(woven.getValue(), TestJars.entry(home.installed(), woven.getKey()), woven.getKey());
        }
        try (JarFile file = new JarFile(home.installed().toFile())) {
            assertEquals(
                    TestJars.cassandraVersion(),
                    file.getManifest().getMainAttributes().getValue(WovenClasses.CASSANDRA_ATTRIBUTE));
        }
    }

    @Test
    void installedJar_isAsReadableAsCassandras() throws IOException {
        TestHome home = TestHome.tarball(directory);
        Files.setPosixFilePermissions(home.cassandra(), PosixFilePermissions.fromString("rw-r-----"));
        run("install", home).assertDone();
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.installed())));
        assertEquals(Files.getOwner(home.cassandra()), Files.getOwner(home.installed()));
    }

    @Test
    void install_again_changesNothing() throws IOException {
        TestHome home = TestHome.tarball(directory);
        run("install", home, "--append-yaml").assertDone("installed ");
        Map<String, String> before = home.snapshot();
        Object inode = Files.getAttribute(home.installed(), "unix:ino");
        run("install", home, "--append-yaml").assertDone("already installed", "the commented block is in");
        assertEquals(before, home.snapshot());
        assertEquals(inode, Files.getAttribute(home.installed(), "unix:ino"));
    }

    @Test
    void install_overOtherVersions_leavesOnlyThisOne() throws IOException {
        TestHome home = TestHome.tarball(directory);
        TestJars.dropIn(home.lib(), "0.0.8");
        TestJars.dropIn(home.lib(), "0.0.9");
        run("install", home).assertDone("replaces 000-cassandra-ssdtier-0.0.8.jar", "removed " + home.lib());
        assertEquals(List.of(home.installed().getFileName().toString()), home.ours());
        run("verify", home).assertDone("sound");
    }

    /** Such a copy was cut short by whoever put it there by hand. */
    @Test
    void install_overATruncatedJar_replacesIt() throws IOException {
        TestHome home = TestHome.tarball(directory);
        Files.writeString(home.installed(), "PK");
        assertEquals(1, run("verify", home).exitCode());
        run("install", home).assertDone();
        run("verify", home).assertDone("sound");
    }

    @Test
    void install_fromAnInstalledJar_isRefused_butItCanVerifyAndUninstall() throws IOException {
        TestHome home = TestHome.tarball(directory);
        Map<String, String> stock = home.snapshot();
        run("install", home).assertDone();
        Path installed = home.installed();
        InstallRun.of(
                        installed,
                        processes(),
                        TestJars::copyWoven,
                        Steps.UNWATCHED,
                        "install",
                        home.home().toString())
                .assertRefused("cannot weave", "cassandra-ssdtier-" + TestJars.VERSION + ".jar");
        InstallRun.of(
                        installed,
                        processes(),
                        TestJars::copyWoven,
                        Steps.UNWATCHED,
                        "verify",
                        home.home().toString())
                .assertDone("sound");
        InstallRun.of(
                        installed,
                        processes(),
                        TestJars::copyWoven,
                        Steps.UNWATCHED,
                        "uninstall",
                        home.home().toString())
                .assertDone();
        assertEquals(stock, home.snapshot());
    }

    /** Checked by removal: otherwise the running jar is replaced, and script and yaml are left out. */
    @Test
    void install_fromARunnableJarInLib_isRefused_andChangesNothing() throws IOException {
        TestHome home = TestHome.tarball(directory);
        for (String name : List.of(
                jar.getFileName().toString(), home.installed().getFileName().toString())) {
            Path inLib = Files.copy(jar, home.lib().resolve(name));
            Map<String, String> before = home.snapshot();
            InstallRun.of(
                            inLib,
                            processes(),
                            TestJars::copyWoven,
                            Steps.UNWATCHED,
                            "install",
                            home.home().toString(),
                            "--append-yaml")
                    .assertRefused("jar=" + inLib, "move it to another directory");
            assertEquals(before, home.snapshot());
            Files.delete(inLib);
        }
    }

    @Test
    void otherFileNamedAsTheScript_isLeftAlone() throws IOException {
        TestHome home = TestHome.tarball(directory);
        Path script = home.home().resolve("bin/ssdtier");
        Files.writeString(script, "another program\n");
        run("install", home).assertDone();
        run("uninstall", home).assertDone();
        assertEquals("another program\n", Files.readString(script));
    }

    @Test
    void verify_ofADamagedJar_namesIt() throws IOException {
        TestHome home = TestHome.tarball(directory);
        run("install", home).assertDone();
        byte[] bytes = Files.readAllBytes(home.installed());
        for (int i = bytes.length / 2; i < bytes.length / 2 + 4_000; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(home.installed(), bytes);
        InstallRun run = run("verify", home);
        assertEquals(1, run.exitCode(), run.out());
        assertTrue(run.out().contains("damaged"), run.out() + run.err());
    }

    @Test
    void verify_ofStockOrOfTwoJars_isAFinding() throws IOException {
        TestHome home = TestHome.tarball(directory);
        InstallRun stock = run("verify", home);
        assertEquals(1, stock.exitCode());
        assertTrue(stock.out().contains("none, this is stock Cassandra"), stock.out());
        run("install", home).assertDone();
        TestJars.dropIn(home.lib(), "0.0.9");
        InstallRun two = run("verify", home);
        assertEquals(1, two.exitCode());
        assertTrue(two.out().contains("allowed: one"), two.out());
    }

    /** The operator tools of this jar run with the libraries of a home that has no drop-in jar, and so no script of ours. */
    @Test
    void doctor_ofStock_findsThatTheJarIsMissing() throws IOException {
        TestHome home = TestHome.tarball(directory).withLibraries();
        InstallRun run = run("doctor", home);
        assertEquals(1, run.exitCode(), run.out() + run.err());
        assertEquals("", run.err());
        assertTrue(run.out().startsWith("FAIL  jar"), run.out());
        assertTrue(run.out().contains("install " + home.home()), run.out());
        assertTrue(run.out().contains("WARN  yaml"), run.out());
        assertUsageError("arguments=--probe, allowed HOME", "doctor", "--probe");
    }

    @Test
    void uninstall_ofStock_changesNothing() throws IOException {
        TestHome home = TestHome.tarball(directory);
        Map<String, String> stock = home.snapshot();
        run("uninstall", home).assertDone("is stock Cassandra " + TestJars.cassandraVersion());
        assertEquals(stock, home.snapshot());
    }

    @Test
    void version_helpAndUsageErrors() throws IOException {
        assertTrue(run("version").out().contains("cassandra-ssdtier " + TestJars.VERSION + ", woven for Cassandra"));
        for (String word : List.of("help", "--help", "-h")) {
            run("install", word).assertDone("install HOME", "--append-yaml", "exit codes");
        }
        assertUsageError("command missing, allowed install | verify | uninstall | doctor | version | help");
        assertUsageError("command=instal, allowed install | verify", "instal", "HOME");
        assertUsageError("allowed one HOME", "install");
        assertUsageError("arguments=a b, allowed one HOME", "verify", "a", "b");
        assertUsageError("arguments=a, allowed none", "version", "a");
        assertUsageError("option=--append-yaml, allowed --conf | --force-running", "uninstall", "a", "--append-yaml");
        assertUsageError("option=--conf: value missing", "install", "a", "--conf");
    }

    private void assertInstallsAndUninstalls(TestHome home, boolean hasScript) throws IOException {
        Map<String, String> stock = home.snapshot();
        run("install", home, "--append-yaml")
                .assertDone("Cassandra " + TestJars.cassandraVersion(), "installed ", "appended a commented block to ");
        assertEquals(List.of(home.installed().getFileName().toString()), home.ours());
        assertTrue(Files.readString(home.yaml()).contains("\n# ssd_row_cache:\n"));
        Path script = home.home().resolve("bin/ssdtier");
        assertEquals(hasScript, Files.exists(script));
        assertEquals(hasScript, Files.isExecutable(script));
        run("verify", home).assertDone("sound: " + home.installed().toRealPath());
        run("uninstall", home).assertDone();
        assertEquals(stock, home.snapshot());
        assertFalse(Files.exists(home.installed()));
    }

    private void assertUsageError(String message, String... words) throws IOException {
        InstallRun run = run(words);
        assertEquals(2, run.exitCode(), run.err());
        assertTrue(run.err().contains(message), run.err());
        assertTrue(run.err().contains("See: java -jar cassandra-ssdtier-" + TestJars.VERSION + ".jar help"), run.err());
        assertEquals("", run.out());
    }

    private InstallRun run(String command, TestHome home, String... options) throws IOException {
        String[] words = new String[options.length + 2];
        words[0] = command;
        words[1] = home.home().toString();
        System.arraycopy(options, 0, words, 2, options.length);
        return run(words);
    }

    private InstallRun run(String... words) throws IOException {
        return InstallRun.of(jar, processes(), TestJars::copyWoven, Steps.UNWATCHED, words);
    }

    private Path processes() throws IOException {
        return Files.createDirectories(shared.resolve("proc"));
    }
}
