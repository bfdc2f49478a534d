package org.ssdtier.segmentlog.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A run of jcstress on some classes, in a JVM of its own: two threads access the same words many thousand times a
 * second, and every outcome is compared with those that the class allows.
 *
 * <p>The run is short by default, for every build. {@code -Dssdtier.stress=long} runs all modes of jcstress
 * (interpreter, both compilers, each actor compiled separately), which takes minutes.
 */
public final class StressRun {
    private static final boolean LONG = "long".equals(System.getProperty("ssdtier.stress"));

    private StressRun() {}

    /**
     * Runs stress tests.
     *
     * @param directory directory for the results of jcstress
     * @param tests test classes with two actors each, since jcstress skips tests with more actors than cores
     * @throws AssertionError if an outcome was seen that is not allowed, or a class was not run; with the output of
     *     jcstress
     */
    public static void run(Path directory, Class<?>... tests) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(directory, tests))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        for (Class<?> test : tests) {
            assertTrue(said.contains("[OK] " + test.getName()), () -> test + " was not run: " + said);
        }
    }

    private static List<String> command(Path directory, Class<?>... tests) {
        String pattern = Arrays.stream(tests).map(Class::getName).collect(Collectors.joining("|", "^(", ")$"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (!LONG) {
            command.add("-XX:+UseSerialGC"); // jcstress passes it on to its forks
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-v",
                "-t",
                pattern,
                "-r",
                directory.toString()));
        if (!LONG) {
            command.addAll(
                    List.of("-f", "1", "-fsm", "1", "-iters", "3", "-time", "200", "-sc", "false", "-af", "NONE"));
            // jcstress starts some 30 JVMs only to probe what the JDK can do: none of them has to touch its heap
            command.addAll(List.of("-jvmArgs", "-Xmx512m", "-pth", "false"));
        }
        return command;
    }
}
