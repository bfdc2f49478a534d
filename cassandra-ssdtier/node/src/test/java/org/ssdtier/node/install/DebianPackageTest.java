package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script of the Debian package in a system of its own, with Java 17 in {@code /usr/lib/jvm}. A Java here prints its version, and
 * installs a jar with other bytes at each call.
 */
@Tag("unit")
final class DebianPackageTest {
    private static final Path PACKAGE =
            Path.of("../release/src/deb").toAbsolutePath().normalize();

    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";

    @TempDir
    private Path system;

    private Path java11;

    /** The Java of the administrator's shell too. */
    private Path java17;

    @BeforeEach
    void prepare() throws IOException {
        write("usr/share/cassandra/lib/a.jar", "");
        write("usr/share/cassandra/apache-cassandra-5.0.9.jar", "");
        java11 = java("opt/java11", 11);
        java17 = java("usr/lib/jvm/java-17", 17);
        Files.createDirectories(system.resolve("path"));
        Files.createSymbolicLink(system.resolve("path/java"), java17.resolve("bin/java"));
    }

    @Test
    void java17Everywhere_isWoven() throws Exception {
        setPathJava(java17);
        String output = run("configure");
        assertTrue(isInstalled(), output);
        assertEquals("", output);
    }

    @Test
    void nodeOnJava11OfThePath_isNotWoven() throws Exception {
        setPathJava(java11);
        String output = run("configure");
        assertFalse(isInstalled(), output);
        assertTrue(output.contains("not woven: Cassandra runs on " + system + "/usr/bin/java, Java 11,"), output);
    }

    /** Checked by removal: otherwise the node runs, and nodetool ends with UnsupportedClassVersionError. */
    @Test
    void toolsOnJava11_areNotWoven_unlessAJarIsThere() throws Exception {
        setPathJava(java11);
        write("etc/default/cassandra", "JAVA_HOME=" + java17 + "\n");
        String output = run("configure");
        assertFalse(isInstalled(), output);
        assertTrue(output.contains("the other tools run on " + system + "/usr/bin/java, Java 11: "), output);
        assertTrue(output.contains("/etc/environment"), output);
        write("etc/environment", "PATH=\"/bin\"\nJAVA_HOME=\"" + java17 + "\"\n");
        assertEquals("", run("configure"));
        assertTrue(isInstalled());
        Files.delete(system.resolve("etc/environment"));
        byte[] before = Files.readAllBytes(installed());
        output = run("triggered");
        assertTrue(output.contains("the other tools run on"), output);
        assertFalse(Arrays.equals(before, Files.readAllBytes(installed())), "the node needs the new classes");
    }

    /** Checked by removal: otherwise the JAVA_HOME of the administrator's shell counts, which no service has. */
    @Test
    void javaHomeOfTheShell_isNotThatOfTheService() throws Exception {
        setPathJava(java11);
        String output = run("configure", Map.of("JAVA_HOME", java17.toString()));
        assertFalse(isInstalled(), output);
        assertTrue(output.contains("not woven: Cassandra runs on " + system + "/usr/bin/java, Java 11,"), output);
    }

    /** Checked by removal: a dependency on Java 17 makes it the Java of a node whose alternative is automatic. */
    @Test
    void dependency_isMetByTheJavaOfEveryNode() throws Exception {
        String depends = Files.readAllLines(PACKAGE.resolve("control/control")).stream()
                .filter(line -> line.startsWith("Depends: "))
                .collect(Collectors.joining(","));
        Set<String> alternatives = Stream.of(
                        depends.substring("Depends: ".length()).split(" \\| "))
                .collect(Collectors.toSet());
        assertEquals(
                Set.of(
                        "openjdk-17-jre-headless",
                        "java17-runtime-headless",
                        "java11-runtime-headless",
                        "java11-runtime"),
                alternatives);
    }

    /** Checked by removal: otherwise each of these processes kept the node down after an upgrade, without a word. */
    @Test
    void triggered_startsTheServicesNode_whateverElseRuns() throws Exception {
        prepareUpgrade("exit 0");
        addProcess("11", system, "java\0-cp\0/opt/second/lib/a.jar\0" + DAEMON);
        addProcess("12", system, "sh\0-c\0pgrep -f " + DAEMON);
        Path container = Files.createDirectories(system.resolve("container"));
        addProcess("13", container, "java\0-cp\0" + system + "/usr/share/cassandra/lib/a.jar\0" + DAEMON);
        String output = run("triggered");
        assertTrue(output.contains("no node of Cassandra's service runs"), output);
        assertTrue(output.contains("invoked cassandra restart"), output);
        addProcess("14", system, "java\0-cp\0" + system + "/usr/share/cassandra/lib/a.jar\0" + DAEMON);
        write("var/run/cassandra/cassandra.pid", "15");
        output = run("triggered");
        assertTrue(output.contains("invoked cassandra restart"), "a second node of the home: " + output);
    }

    @Test
    void triggered_leavesANodeThatRunsAlone_andNamesIt() throws Exception {
        prepareUpgrade("exit 0");
        addProcess("14", system, "java\0-cp\0" + system + "/usr/share/cassandra/lib/a.jar\0" + DAEMON);
        String output = run("triggered");
        assertTrue(output.contains("pid=14: the node runs, and is left alone"), output);
        assertFalse(output.contains("invoked"), output);
        addProcess("15", system, "java\0" + DAEMON);
        write("var/run/cassandra/cassandra.pid", "15");
        output = run("triggered");
        assertTrue(output.contains("pid=15: the node runs, and is left alone"), output);
        assertFalse(output.contains("invoked"), output);
    }

    /** Checked by removal: otherwise the start that the older jar refuses a second later is taken for a node that runs. */
    @Test
    void triggered_waitsForTheEndOfARefusedStart() throws Exception {
        addProcess("15", system, "java\0" + DAEMON);
        prepareUpgrade("rm -f " + system + "/proc/15/cmdline");
        write("var/run/cassandra/cassandra.pid", "15");
        String output = run("triggered");
        assertTrue(output.contains("invoked cassandra restart"), output);
    }

    @Test
    void triggered_withoutAService_saysSo() throws Exception {
        prepareUpgrade("exit 0");
        Files.delete(system.resolve("etc/init.d/cassandra"));
        assertTrue(run("triggered").contains("Cassandra has no service here"));
    }

    /** An older jar is there, and a service; each second of a wait runs a command instead. */
    private void prepareUpgrade(String second) throws IOException {
        setPathJava(java17);
        write("usr/share/cassandra/lib/000-cassandra-ssdtier-1.jar", "older");
        writeScript("etc/init.d/cassandra", "exit 0");
        writeScript("path/invoke-rc.d", "echo \"invoked $*\"");
        writeScript("path/sleep", second);
        Files.createDirectories(system.resolve("proc"));
    }

    private void addProcess(String pid, Path root, String commandLine) throws IOException {
        write("proc/" + pid + "/cmdline", commandLine + "\0");
        Files.createSymbolicLink(system.resolve("proc/" + pid + "/root"), root);
    }

    private boolean isInstalled() {
        return Files.exists(installed());
    }

    private Path installed() {
        return system.resolve("usr/share/cassandra/lib/000-cassandra-ssdtier-1.jar");
    }

    private void setPathJava(Path home) throws IOException {
        Files.createDirectories(system.resolve("usr/bin"));
        Files.createSymbolicLink(system.resolve("usr/bin/java"), home.resolve("bin/java"));
    }

    private Path java(String home, int version) throws IOException {
        writeScript(
                home + "/bin/java",
                "if [ \"$1\" = -version ]; then echo 'openjdk version \"" + version + ".0.2\"' >&2; else echo again >> "
                        + installed() + "; fi");
        return system.resolve(home);
    }

    private void writeScript(String path, String text) throws IOException {
        assertTrue(write(path, "#!/bin/sh\n" + text + "\n").toFile().setExecutable(true));
    }

    private Path write(String path, String text) throws IOException {
        Path file = system.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private String run(String reason) throws IOException, InterruptedException {
        return run(reason, Map.of());
    }

    /** Runs the script as the package is configured, and returns its output. */
    private String run(String reason, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", PACKAGE.resolve("files/cassandra-package").toString(), "install", reason)
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("DPKG_ROOT", system.toString());
        builder.environment().put("PATH", system.resolve("path") + ":/usr/bin:/bin");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
