package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * An in-memory machine with the mounts, loop devices, drives and control groups that devices need. It refuses what a
 * real machine would refuse, and fails or crashes at a chosen step.
 */
final class FakeMachine implements Machine {
    /** A simulated kill -9 of the program that makes devices: nothing after it runs. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1;
    }

    /** The loads of the program that measures a drive. */
    private static final Set<String> LOADS = Set.of("random-qd1", "random-qd32", "sequential", "fdatasync");

    private static final Set<String> QUERIES = Set.of("sh", "pkg-config");

    /** A program that has ended. */
    private static final ProcessHandle ENDED = endedProcess();

    private final Map<Path, String> mounts = new LinkedHashMap<>();
    private final Map<String, Path> loops = new HashMap<>();
    private final Set<Path> drives = new HashSet<>();
    private final Map<Path, String> files = new HashMap<>();
    private final Set<Path> directories = new HashSet<>();
    private final Set<String> missing = new HashSet<>();
    private final List<List<String>> commands = new ArrayList<>();
    private String mountinfo = "";
    private int failAt = Integer.MAX_VALUE;
    private int crashAt = Integer.MAX_VALUE;
    private String refused = "";
    private boolean isBusy;
    private boolean isRoot = true;
    private int steps;

    /** Creates a machine with FUSE and loop devices and without any device. */
    FakeMachine() {
        files.put(Path.of("/dev/fuse"), "");
        files.put(Path.of("/dev/loop-control"), "");
    }

    void failAtStep(int step) {
        steps = 0;
        failAt = step;
    }

    void crashAtStep(int step) {
        steps = 0;
        crashAt = step;
    }

    /** Makes writes of files of a name fail. */
    void refuseWrites(String fileName) {
        refused = fileName;
    }

    /** Makes every further step succeed. */
    void heal() {
        refused = "";
        failAt = Integer.MAX_VALUE;
        crashAt = Integer.MAX_VALUE;
        isBusy = false;
    }

    void keepMountsBusy() {
        isBusy = true;
    }

    void withoutRoot() {
        isRoot = false;
    }

    void without(String program) {
        missing.add(program);
    }

    void withoutFile(Path file) {
        files.remove(file);
    }

    /** Adds lines to mountinfo, such as a mounted controller. */
    void mounted(String lines) {
        mountinfo += lines;
    }

    void file(String path, String content) {
        files.put(Path.of(path), content);
    }

    int steps() {
        return steps;
    }

    long countOf(String program) {
        return commands.stream()
                .filter(command -> command.get(0).equals(program))
                .count();
    }

    List<List<String>> commands() {
        return commands;
    }

    /** Returns whether there are no mounts, loop devices, drives or directories. */
    boolean isClean() {
        return mounts.isEmpty() && loops.isEmpty() && drives.isEmpty() && directories.isEmpty();
    }

    String leftovers() {
        return "mounts=" + mounts + " loops=" + loops + " drives=" + drives + " directories=" + directories;
    }

    /** Ends the drive processes; their mounts stay and do not answer. */
    void killDrives() {
        drives.clear();
    }

    @Override
    public ToolResult run(List<String> command) throws IOException {
        commands.add(command);
        if (QUERIES.contains(command.get(0))) {
            String last = command.get(command.size() - 1);
            boolean absent = missing.stream().anyMatch(program -> last.endsWith(" " + program));
            return new ToolResult(absent ? 1 : 0, command.contains("--libs") ? "-lfuse3" : "");
        }
        if (step()) {
            return new ToolResult(1, "made to fail");
        }
        return switch (command.get(0)) {
            case "losetup" -> losetup(command);
            case "mount" -> mount(Path.of(command.get(command.size() - 2)), Path.of(last(command)));
            case "umount" -> umount(Path.of(last(command)));
            case "fallocate" -> touch(Path.of(last(command)));
            case "rmdir" -> rmdir(Path.of(last(command)));
            case "cc" -> touch(Path.of(command.get(command.indexOf("-o") + 1)));
            default ->
                LOADS.stream()
                        .filter(command::contains)
                        .findFirst()
                        .map(load -> new ToolResult(
                                0,
                                "workload=" + load + " count=9 iops=1 mb_per_second=1 mean_micros=50 p50_micros=41.6"
                                        + " p99_micros=90"))
                        .orElseGet(() -> new ToolResult(0, ""));
        };
    }

    /** Counts a step that changes the machine; returns whether it must fail. */
    private boolean step() {
        steps++;
        if (steps >= crashAt) {
            throw new Crash();
        }
        return steps == failAt;
    }

    private static String last(List<String> command) {
        return command.get(command.size() - 1);
    }

    private static ToolResult touch(Path file) throws IOException {
        Files.writeString(file, "");
        return new ToolResult(0, "");
    }

    private ToolResult rmdir(Path directory) {
        return new ToolResult(directories.remove(directory) ? 0 : 1, "");
    }

    private ToolResult losetup(List<String> command) {
        if (command.contains("--detach")) {
            String loop = Path.of(last(command)).getFileName().toString();
            return new ToolResult(loops.remove(loop) == null ? 1 : 0, "");
        }
        String loop = "loop" + (7 + loops.size());
        loops.put(loop, Path.of(last(command)));
        return new ToolResult(0, "/dev/" + loop + "\n");
    }

    private ToolResult mount(Path device, Path directory) {
        mounts.put(directory, device.toString());
        return new ToolResult(0, "");
    }

    private ToolResult umount(Path directory) throws IOException {
        boolean isUnderLoop = loops.values().stream().anyMatch(file -> file.startsWith(directory));
        String device = mounts.get(directory);
        if (device == null || isUnderLoop || isBusy) {
            return new ToolResult(32, "umount: " + directory + ": target is busy.");
        }
        mounts.remove(directory);
        drives.remove(directory);
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> gone = Files.newDirectoryStream(directory)) {
                for (Path file : gone) {
                    Files.delete(file);
                }
            }
        }
        return new ToolResult(0, "");
    }

    @Override
    public ProcessHandle start(List<String> command, Path log) throws IOException {
        commands.add(command);
        Files.writeString(log, "drive: made to fail");
        Path mount = Path.of(command.get(command.indexOf("--mount") + 1));
        if (step()) {
            return ENDED;
        }
        drives.add(mount);
        mounts.put(mount, "ssdtier-drive");
        return ProcessHandle.current();
    }

    @Override
    public boolean isRoot() {
        return isRoot;
    }

    @Override
    public boolean exists(Path path) {
        return path.equals(Mount.MOUNTINFO) || files.containsKey(path) || directories.contains(path);
    }

    @Override
    public void makeDirectory(Path directory) {
        step();
        directories.add(directory);
        files.put(directory.resolve("cgroup.procs"), "");
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        if (step()) {
            throw new IOException("made to fail");
        }
        directories.remove(directory);
        files.keySet().removeIf(file -> file.startsWith(directory));
    }

    @Override
    public Optional<String> loopDeviceOf(Path file) {
        return loops.entrySet().stream()
                .filter(entry -> entry.getValue().equals(file))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    public Optional<ProcessHandle> drive(Owner program, Path mount) {
        return drives.contains(mount) ? program.running() : Optional.empty();
    }

    @Override
    public List<ProcessHandle> using(Path directory) {
        return isBusy ? List.of(ProcessHandle.current()) : List.of();
    }

    @Override
    public String read(Path file) throws IOException {
        if (file.equals(Mount.MOUNTINFO)) {
            StringBuilder lines = new StringBuilder(mountinfo);
            mounts.forEach((directory, device) -> lines.append("1 1 0:1 / ")
                    .append(directory)
                    .append(" rw - ext4 ")
                    .append(device)
                    .append(" rw\n"));
            return lines.toString();
        }
        String content = files.get(file);
        if (content == null) {
            throw new java.nio.file.NoSuchFileException(file.toString());
        }
        return content;
    }

    @Override
    public void write(Path file, String value) throws IOException {
        if (file.endsWith(refused) && !refused.isEmpty()) {
            throw new IOException("file=" + file + ": busy");
        }
        if (step()) {
            throw new IOException("file=" + file + ": made to fail");
        }
        files.put(file, value);
    }

    @Override
    public void pause(Duration time) {}

    private static ProcessHandle endedProcess() {
        try {
            Process process = new ProcessBuilder("true").start();
            process.waitFor();
            return process.toHandle();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
