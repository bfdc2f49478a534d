package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.ToolResult;

/** The local Linux machine. */
final class LinuxMachine implements Machine {
    private static final Path BLOCK_DEVICES = Path.of("/sys/block");

    @Override
    public ToolResult run(List<String> command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new ToolResult(127, e.getMessage());
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new ToolResult(await(process), output);
    }

    private static int await(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public ProcessHandle start(List<String> command, Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        return process.toHandle();
    }

    @Override
    public boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        Files.deleteIfExists(directory);
    }

    @Override
    public Optional<String> loopDeviceOf(Path file) throws IOException {
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(BLOCK_DEVICES, "loop*")) {
            for (Path device : devices) {
                Path backing = device.resolve("loop/backing_file");
                if (Files.exists(backing) && isBackedBy(backing, file)) {
                    return Optional.of(device.getFileName().toString());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isBackedBy(Path backing, Path file) {
        try {
            return Files.readString(backing).strip().replace(" (deleted)", "").equals(file.toString());
        } catch (IOException detachedMeanwhile) {
            return false;
        }
    }

    @Override
    public Optional<ProcessHandle> drive(Owner program, Path mount) {
        return program.running().filter(handle -> handle.info()
                .arguments()
                .map(words -> Arrays.asList(words).contains(mount.toString()))
                .orElse(false));
    }

    @Override
    public List<ProcessHandle> using(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(handle -> uses(Path.of("/proc", Long.toString(handle.pid())), directory))
                .toList();
    }

    private static boolean uses(Path process, Path directory) {
        List<Path> links = new ArrayList<>(List.of(process.resolve("cwd")));
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            open.forEach(links::add);
        } catch (IOException endedMeanwhile) {
            return false;
        }
        return links.stream().anyMatch(link -> {
            try {
                return Files.readSymbolicLink(link).startsWith(directory);
            } catch (IOException closedMeanwhile) {
                return false;
            }
        });
    }

    @Override
    public String read(Path file) throws IOException {
        return Files.readString(file);
    }

    @Override
    public void write(Path file, String value) throws IOException {
        Files.writeString(file, value);
    }

    @Override
    public void pause(Duration time) throws IOException {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
