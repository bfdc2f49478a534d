package org.ssdtier.benchmarks.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.ToolResult;

/** Tests of the script at the root, run from another directory, with the files that the build has just packaged. */
@Tag("integration")
final class LauncherScriptIT {
    @TempDir
    private Path directory;

    @Test
    void version_fromAnotherDirectory_endsWell() throws Exception {
        ToolResult version = run(Map.of(), "version");
        assertEquals(0, version.exitCode(), version.output());
        assertTrue(version.output().matches("(?s).*Apache Cassandra 5\\.0\\.\\d+\\s.*"), version.output());
    }

    @Test
    void wrongWord_ends2WithTheNearestWord() throws Exception {
        ToolResult wrong = run(Map.of(), "dmeo");
        assertEquals(2, wrong.exitCode(), wrong.output());
        assertTrue(wrong.output().contains("ssdtier demo"), wrong.output());
    }

    @Test
    void otherJava_isRefusedWithTheVersionNeeded() throws Exception {
        Path java = directory.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"21.0.1\" 2023-10-17' >&2\n");
        assertTrue(java.toFile().setExecutable(true));
        ToolResult refused = run(Map.of("JAVA_HOME", directory.resolve("jdk").toString()), "version");
        assertEquals(1, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains("version=21: allowed is 17"), refused.output());
    }

    @Test
    void operatorTool_runsWithTheJarsOfANode() throws Exception {
        ToolResult inspection = run(Map.of(), "inspect", ".");
        assertEquals(1, inspection.exitCode(), inspection.output());
        assertTrue(inspection.output().contains("problem   manifest: no readable copy"), inspection.output());
        ToolResult wrong = run(Map.of(), "catalogue", "lst", "--help-me");
        assertEquals(2, wrong.exitCode(), wrong.output());
        assertTrue(wrong.output().startsWith("ssdtier: verb=lst, allowed list | show"), wrong.output());
        ToolResult help = run(Map.of(), "catalogue", "rebuild", "--help");
        assertEquals(0, help.exitCode(), help.output());
        assertTrue(help.output().contains("--from"), help.output());
    }

    private ToolResult run(Map<String, String> environment, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Checkout.locate().root().resolve("ssdtier").toString());
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("SSDTIER_BUILD", "never");
        builder.environment().putAll(environment);
        Process launcher = builder.start();
        launcher.getOutputStream().close();
        String output = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new ToolResult(launcher.waitFor(), output);
    }
}
