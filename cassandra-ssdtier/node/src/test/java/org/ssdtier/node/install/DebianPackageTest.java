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
