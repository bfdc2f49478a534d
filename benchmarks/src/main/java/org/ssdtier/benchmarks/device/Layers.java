package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * What an emulated device is made of, built upwards and taken down downwards:
 *
 * <pre>
 * files/            ext4
 * /dev/loopN        direct I/O, queue settings of the profile
 * drive/disk        one file, served through FUSE by the drive
 * NAME.image        the data
 * </pre>
 *
 * <p>Taking down looks at the machine, not at what was noted on the way: it works after any crash, and twice.
 */
final class Layers {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final long SPARE_BYTES = 1L << 30;

    private final Machine machine;
    private DeviceState state;

    Layers(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
    }

    /** The record, with the drive in it once that was started. */
    DeviceState state() {
        return state;
    }

    /** A condition that may become true by itself. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    /**
     * Makes everything, with the model off.
     *
     * @throws IOException if a layer cannot be made; those below it are still there
     */
    void build(Path driveProgram, DeviceProfile profile, @Nullable Path traceFile) throws IOException {
        requireSpace();
        machine.require(
                "fallocate",
                "-l",
                Long.toString(state.sizeBytes()),
                state.image().toString());
        startDrive(driveProgram, profile, traceFile);
        String loop = Path.of(machine.require(
                        "losetup",
                        "--find",
                        "--show",
                        "--direct-io=on",
                        state.disk().toString()))
                .getFileName()
                .toString();
        configureQueue(loop, profile.queue());
        machine.require(
                "mkfs.ext4",
                "-q",
                "-F",
                "-b",
                "4096",
                "-m",
                "0",
                "-E",
                "nodiscard,lazy_itable_init=0,lazy_journal_init=0",
                "/dev/" + loop);
        mount(loop);
    }

    /** Read-ahead last: the kernel sets it anew when another setting changes, for a loop device to megabytes. */
    private void configureQueue(String loop, Map<String, String> settings) throws IOException {
        Path queue = Path.of("/sys/block", loop, "queue");
        for (String name : DeviceProfile.QUEUE_SETTINGS) {
            String value = settings.get(name);
            if (value != null) {
                machine.write(queue.resolve(name), value);
                String seen = machine.read(queue.resolve(name)).strip();
                if (!seen.equals(value) && !seen.contains("[" + value + "]")) {
                    throw new IOException(
                            "file=" + queue.resolve(name) + " wanted=" + value + " seen=" + seen + ": not taken over");
                }
            }
        }
    }

    private void requireSpace() throws IOException {
        Path directory = state.image().getParent();
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < state.sizeBytes() + SPARE_BYTES) {
            throw new IOException("directory=" + directory + " free_bytes=" + free + " needed_bytes="
                    + (state.sizeBytes() + SPARE_BYTES) + ": too little room for the device");
        }
    }

    private void startDrive(Path driveProgram, DeviceProfile profile, @Nullable Path traceFile) throws IOException {
        Files.createDirectories(state.driveMount());
        List<String> command = new ArrayList<>(List.of(
                driveProgram.toString(),
                "--image",
                state.image().toString(),
                "--size",
                Long.toString(state.sizeBytes()),
                "--mount",
                state.driveMount().toString()));
        if (traceFile != null) {
            command.addAll(List.of("--trace", traceFile.toAbsolutePath().toString()));
        }
        command.addAll(profile.words(state.spindles()));
        ProcessHandle drive = machine.start(command, state.log());
        state = state.withDrive(Owner.of(drive));
        state.write();
        boolean serves = await(() -> Mount.isOn(machine, state.driveMount()) || !drive.isAlive());
        if (!serves || !Mount.isOn(machine, state.driveMount())) {
            throw new IOException("drive=" + state.name() + ": does not serve its file: "
                    + Files.readString(state.log()).strip());
        }
    }

    private void mount(String loop) throws IOException {
        Files.createDirectories(state.mountPoint());
        machine.require(
                "mount",
                "-t",
                "ext4",
                "-o",
                "noatime",
                "/dev/" + loop,
                state.mountPoint().toString());
    }

    /** Puts the file system on that was taken off. */
    void mount() throws IOException {
        mount(loop());
    }

    /** Takes the file system off and puts it on again: its page cache is gone then. */
    void remount() throws IOException {
        String loop = loop();
        unmount(state.mountPoint());
        mount(loop);
    }

    /** The loop device's name, such as {@code loop3}. */
    String loop() throws IOException {
        return machine.loopOn(state.disk())
                .orElseThrow(
                        () -> new IOException("device=" + state.name() + ": there is no loop device on it any more"));
    }

    /** The running drive. */
    ProcessHandle drive() throws IOException {
        return machine.drive(state.drive(), state.driveMount())
                .orElseThrow(() -> new IOException(
                        "device=" + state.name() + ": its drive (" + state.drive() + ") is not running any more"));
    }

    /** Whether all layers are there, but for a file system that a fault has taken off. */
    boolean isWhole() throws IOException {
        return (state.isFaulty() || Mount.isOn(machine, state.mountPoint()))
                && machine.loopOn(state.disk()).isPresent()
                && (state.drive().equals(Owner.NOBODY) // made by a version that kept no record of it
                        || machine.drive(state.drive(), state.driveMount()).isPresent());
    }

    /**
     * Takes down whatever is there, and the record at last.
     *
     * @throws IOException if a layer stays; the message says who uses it
     */
    void takeDown() throws IOException {
        new DeviceFaults(state, machine).endOfDrive();
        unmount(state.mountPoint());
        Optional<String> loop = machine.loopOn(state.disk());
        if (loop.isPresent()) {
            machine.require("losetup", "--detach", "/dev/" + loop.get());
            if (!await(() -> machine.loopOn(state.disk()).isEmpty())) {
                throw new IOException("loop=" + loop.get() + ": still busy");
            }
        }
        unmount(state.driveMount());
        Optional<ProcessHandle> drive = machine.drive(state.drive(), state.driveMount());
        if (drive.isPresent() && !await(() -> !drive.get().isAlive())) {
            drive.get().destroyForcibly();
        }
        Files.deleteIfExists(state.image());
        Files.deleteIfExists(state.log());
        Files.deleteIfExists(state.mountPoint());
        Files.deleteIfExists(state.driveMount());
        state.delete();
    }

    private void unmount(Path mountPoint) throws IOException {
        ToolResult[] last = {new ToolResult(0, "")};
        boolean isOff = await(() -> {
            if (!Mount.isOn(machine, mountPoint)) {
                return true;
            }
            last[0] = machine.run(List.of("umount", mountPoint.toString()));
            return last[0].exitCode() == 0 && !Mount.isOn(machine, mountPoint);
        });
        if (!isOff) {
            String users = machine.using(mountPoint).stream()
                    .map(handle -> Long.toString(handle.pid()))
                    .collect(Collectors.joining(","));
            throw new IOException("mount=" + mountPoint + " used_by_pids=" + (users.isEmpty() ? "unknown" : users)
                    + ": stop these first: " + last[0].output().strip());
        }
    }

    private boolean await(Condition condition) throws IOException {
        for (long waited = 0; waited < PATIENCE.toMillis(); waited += LOOK.toMillis()) {
            if (condition.holds()) {
                return true;
            }
            machine.pause(LOOK);
        }
        return condition.holds();
    }
}
