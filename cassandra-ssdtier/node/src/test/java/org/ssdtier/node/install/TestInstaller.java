package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * An installer with a home of its own, in the binary tarball's layout, on a machine on which no node runs.
 *
 * @param jar the runnable jar
 * @param processes the file system of processes, empty at first
 * @param home the home
 */
record TestInstaller(Path jar, Path processes, TestHome home) {
    /** Creates home and processes in a directory. */
    static TestInstaller in(Path directory, Path jar) throws IOException {
        return new TestInstaller(
                jar,
                Files.createDirectories(directory.resolve("proc")),
                TestHome.tarball(Files.createDirectories(directory.resolve("root"))));
    }

    /** Runs a command line. */
    InstallRun run(String... words) {
        return run(Steps.UNWATCHED, words);
    }

    /** Runs a command line whose steps are watched. */
    InstallRun run(Steps steps, String... words) {
        return InstallRun.of(jar, processes, TestJars::copyWoven, steps, words);
    }

    /** Runs a command on the home. */
    InstallRun runHere(String command) {
        return run(command, home.home().toString());
    }

    /** Checks that a command on the home is refused with some texts, and that no file changes. */
    void assertRefusedUnchanged(String command, String... texts) throws IOException {
        Map<String, String> before = home.snapshot();
        runHere(command).assertRefused(texts);
        assertEquals(before, home.snapshot());
    }
}
