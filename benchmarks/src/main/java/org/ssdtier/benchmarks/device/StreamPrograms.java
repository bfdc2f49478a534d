package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.node.ToolResult;

/** The C programs for streams and block traces, compiled when first used. */
public final class StreamPrograms {
    private final DevicePrograms programs;
    private final Machine machine;

    StreamPrograms(DevicePrograms programs, Machine machine) {
        this.programs = programs;
        this.machine = machine;
    }

    /** Runs the comparison of the translation layer with closed forms. */
    public ToolResult validate() throws IOException {
        return machine.run(List.of(programs.validate().toString()));
    }

    /**
     * Runs a block trace on the model of a drive.
     *
     * @param arguments options and words as in {@code replay.c}
     * @return its output, one line of {@code name=value} each
     * @throws IOException if the trace or an argument is refused; the message is the program's
     */
    public String replay(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(programs.replay().toString()));
        command.addAll(arguments);
        ToolResult result = machine.run(command);
        String output = result.output().strip();
        if (result.exitCode() != 0) {
            throw new IOException(output.isEmpty() ? command + ": exit=" + result.exitCode() : output);
        }
        return output;
    }

    /**
     * Starts the program that names the file behind each write; it ends with the drive.
     *
     * @param socket socket of the drive
     * @param root directory on which the drive's file system is mounted
     */
    public ProcessHandle startResolver(Path socket, Path root, Path log) throws IOException {
        return machine.start(
                List.of(programs.resolver().toString(), "--socket", socket.toString(), "--root", root.toString()), log);
    }

    /** Runs a command that must succeed. */
    public void require(String... command) throws IOException {
        machine.require(command);
    }
}
