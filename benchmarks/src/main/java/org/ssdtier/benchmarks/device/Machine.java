package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ssdtier.benchmarks.node.ToolResult;

/** The machine a device is made on: what it can be told to do, and what is seen on it. */
interface Machine {
    /** Runs a program and waits for its end. */
    ToolResult run(List<String> command) throws IOException;

    /** Starts a program that goes on without us; what it prints goes to a file. */
    ProcessHandle start(List<String> command, Path log) throws IOException;

    /** Whether we are root. */
    boolean isRoot() throws IOException;

    /** Whether there is such a file or directory. */
    boolean exists(Path path);

    /** Makes a directory of the kernel's, such as a control group. */
    void makeDirectory(Path directory) throws IOException;

    /** Removes a directory of the kernel's; its files go with it. */
    void removeDirectory(Path directory) throws IOException;

    /** The name of the loop device on a file, such as {@code loop3}. The file need not be there any more. */
    Optional<String> loopOn(Path file) throws IOException;

    /** The drive on record, by pid and start time, if it still runs and this is what it serves. */
    Optional<ProcessHandle> drive(Owner program, Path mount);

    /** Programs that have files or their working directory below a directory. */
    List<ProcessHandle> using(Path directory);

    /** Reads a file of the kernel. */
    String read(Path file) throws IOException;

    /** Writes a file of the kernel. */
    void write(Path file, String value) throws IOException;

    /** Lets time pass before a look is taken again. */
    void pause(Duration time) throws IOException;

    /** Runs a program that must end well. */
    default String require(String... command) throws IOException {
        ToolResult result = run(List.of(command));
        if (result.exitCode() != 0) {
            throw new IOException("command=" + String.join(" ", command) + " exit=" + result.exitCode() + ": "
                    + result.output().strip());
        }
        return result.output().strip();
    }
}
