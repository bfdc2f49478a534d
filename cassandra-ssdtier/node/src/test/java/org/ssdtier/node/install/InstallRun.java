package org.ssdtier.node.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of the installer in this JVM.
 *
 * @param exitCode exit code
 * @param out standard output
 * @param err standard error
 */
record InstallRun(int exitCode, String out, String err) {
    /** Runs a command line. */
    static InstallRun of(Path jar, Path processes, CassandraWeaver weaver, Steps steps, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = new InstallerTool(
                        jar,
                        processes,
                        weaver,
                        steps,
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8))
                .run(List.of(words));
        return new InstallRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** Checks that it succeeded and printed some texts. */
    InstallRun assertDone(String... texts) {
        assertEquals(0, exitCode, out + err);
        assertEquals("", err);
        for (String text : texts) {
            assertTrue(out.contains(text), text + " in: " + out);
        }
        return this;
    }

    /** Checks that it was refused in one line without a stack trace, with some texts. */
    void assertRefused(String... texts) {
        assertEquals(1, exitCode, out + err);
        assertEquals(1, err.lines().count(), err);
        for (String text : texts) {
            assertTrue(err.contains(text), text + " in: " + err);
        }
    }
}
