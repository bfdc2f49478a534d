package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ssdtier.benchmarks.node.ToolResult;

/** The operations of the machine that devices are made on. */
interface Machine {
    /** Runs a program and waits until it ends. */
    ToolResult run(List<String> command) throws IOException;

    /** Starts a program that outlives this JVM; its output goes to a file. */
    ProcessHandle start(List<String> command, Path log) throws IOException;

    /** Returns whether this program runs as root. */
    boolean isRoot() throws IOException;

    /** Returns whether a file or directory exists. */
    boolean exists(Path path);

    /** Makes a directory in a kernel file system, such as a control group. */
    void makeDirectory(Path directory) throws IOException;

    /** Removes a directory in a kernel file system, with its files. */
    void removeDirectory(Path directory) throws IOException;

    /** Returns the name of the loop device on a file, such as {@code loop3}. The file itself may be deleted already. */
    Optional<String> loopDeviceOf(Path file) throws IOException;

    /** Returns the recorded drive process if it is still running (same pid and start time) and serves this mount. */
    Optional<ProcessHandle> drive(Owner program, Path mount);

    /** Returns the programs that have open files or their working directory below a directory. */
    List<ProcessHandle> using(Path directory);

    /** Reads a kernel file. */
    String read(Path file) throws IOException;

    /** Writes a kernel file. */
    void write(Path file, String value) throws IOException;

    /** Sleeps before the next check. */
    void pause(Duration time) throws IOException;

    /** Runs a program that must succeed, and returns its output. */
    default String require(String... command) throws IOException {
        ToolResult result = run(List.of(command));
        if (result.exitCode() != 0) {
            throw new IOException("command=" + String.join(" ", command) + " exit=" + result.exitCode() + ": "
                    + result.output().strip());
        }
        return result.output().strip();
    }
}
