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
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * The layers of an emulated device, built from the bottom up and taken down from the top:
 *
 * <pre>
 * files/            ext4, or another file system after a reformat
 * /dev/loopN        direct I/O, queue settings of the profile
 * drive/disk        one file, served through FUSE by the drive
 * NAME.image        the data, or what differs from that of a base
 * </pre>
 *
 * <p>Taking down inspects the machine instead of a record of the steps done, so it works after any crash and is
 * idempotent.
 */
final class Layers {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final long SPARE_BYTES = 1L << 30;

    /** The default period of ext4. */
    private static final int COMMIT_SECONDS = 5;

    /** The program that makes an ext4, with its options. */
    static final List<String> EXT4 = List.of(
            "mkfs.ext4", "-q", "-F", "-b", "4096", "-m", "0", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0");

    private final Machine machine;
    private DeviceState state;

    Layers(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
    }

    /** Returns the record; it contains the drive once the drive is started. */
    DeviceState state() {
        return state;
    }

    /** A condition to wait for. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    /**
     * Builds all layers, with the model off.
     *
     * @throws IOException if a layer cannot be made; the layers below it are left in place
     */
    void build(Path driveProgram, DeviceRequest request) throws IOException {
        DeviceProfile profile = request.profile();
        requireSpace();
        machine.require(
                "fallocate",
                "-l",
                Long.toString(state.sizeBytes()),
                state.image().toString());
        startDrive(driveProgram, request);
        String loop = Path.of(machine.require(
                        "losetup",
                        "--find",
                        "--show",
                        "--direct-io=on",
                        state.disk().toString()))
                .getFileName()
                .toString();
        configureQueue(loop, profile.queue());
        if (request.base() == null) {
            machine.require(withDevice(EXT4, loop));
        }
        if (profile.dilation() > 1) {
            dilate(loop, profile.dilation());
        }
        mount(loop);
    }

    /** Has the kernel do by the drive's time what it does by the clock: commits of the journal, throttled write-back. */
    private void dilate(String loop, int dilation) throws IOException {
        machine.require(withDevice(List.of("tune2fs", "-E", "mount_opts=commit=" + COMMIT_SECONDS * dilation), loop));
        Path latency = Path.of("/sys/block", loop, "queue", "wbt_lat_usec");
        if (Files.exists(latency)) { // of kernels that throttle write-back
            machine.write(
                    latency,
                    Long.toString(
                            dilation * Long.parseLong(machine.read(latency).strip())));
        }
    }

    /**
     * Writes the queue settings, read-ahead last: the kernel resets read-ahead when another setting changes, for a loop
     * device to megabytes.
     */
    private void configureQueue(String loop, Map<String, String> settings) throws IOException {
        Path queue = Path.of("/sys/block", loop, "queue");
        for (String name : DeviceProfile.QUEUE_SETTINGS) {
            String value = settings.get(name);
            if (value != null) {
                machine.write(queue.resolve(name), value);
                String seen = machine.read(queue.resolve(name)).strip();
                if (!seen.equals(value) && !seen.contains("[" + value + "]")) {
                    throw new IOException(
                            "file=" + queue.resolve(name) + " wanted=" + value + " seen=" + seen + ": not applied");
                }
            }
        }
    }

    private void requireSpace() throws IOException {
        Path directory = state.image().getParent();
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < state.sizeBytes() + SPARE_BYTES) {
            throw new IOException("directory=" + directory + " free_bytes=" + free + " needed_bytes="
                    + (state.sizeBytes() + SPARE_BYTES) + ": not enough space for the device");
        }
    }

    private void startDrive(Path driveProgram, DeviceRequest request) throws IOException {
        Files.createDirectories(state.driveMount());
        List<String> command = new ArrayList<>(List.of(
                driveProgram.toString(),
                "--image",
                state.image().toString(),
                "--size",
                Long.toString(state.sizeBytes()),
                "--mount",
                state.driveMount().toString()));
        if (request.base() != null) {
            command.addAll(List.of("--base", request.base().toAbsolutePath().toString()));
        }
        if (request.traceFile() != null) {
            command.addAll(
                    List.of("--trace", request.traceFile().toAbsolutePath().toString()));
        }
        command.addAll(request.profile().words(state.spindles()));
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
                "mount", "-o", "noatime", "/dev/" + loop, state.mountPoint().toString());
    }

    /** Makes another file system with a program such as {@code mkfs.xfs}, in place of the one that is mounted. */
    void reformat(List<String> command) throws IOException {
        String loop = loop();
        unmount(state.mountPoint());
        machine.require(withDevice(command, loop));
        mount(loop);
    }

    private static String[] withDevice(List<String> command, String loop) {
        return Stream.concat(command.stream(), Stream.of("/dev/" + loop)).toArray(String[]::new);
    }

    /** Mounts the file system again after it was unmounted. */
    void mount() throws IOException {
        mount(loop());
    }

    void unmount() throws IOException {
        unmount(state.mountPoint());
    }

    /** Unmounts and mounts the file system, which drops its page cache. */
    void remount() throws IOException {
        String loop = loop();
        unmount(state.mountPoint());
        mount(loop);
    }

    /** Returns the name of the loop device, such as {@code loop3}. */
    String loop() throws IOException {
        return machine.loopDeviceOf(state.disk())
                .orElseThrow(() -> new IOException("device=" + state.name() + ": its loop device is gone"));
    }

    /** Returns the running drive process. */
    ProcessHandle drive() throws IOException {
        return machine.drive(state.drive(), state.driveMount())
                .orElseThrow(() -> new IOException(
                        "device=" + state.name() + ": its drive (" + state.drive() + ") is no longer running"));
    }

    /** Returns whether all layers exist. A device with a fault may lack its file system. */
    boolean isComplete() throws IOException {
        return (state.isFaulty() || Mount.isOn(machine, state.mountPoint()))
                && machine.loopDeviceOf(state.disk()).isPresent()
                && (state.drive().equals(Owner.NOBODY) // made by a version that did not record the drive
                        || machine.drive(state.drive(), state.driveMount()).isPresent());
    }

    /**
     * Takes down all layers that exist and deletes the record last.
     *
     * @throws IOException if a layer cannot be removed; for a mount the message names the processes that use it
     */
    void takeDown() throws IOException {
        new DriveFault(state, machine).end();
        unmount(state.mountPoint());
        Optional<String> loop = machine.loopDeviceOf(state.disk());
        if (loop.isPresent()) {
            ReadTrace.clear(machine, loop.get());
            machine.require("losetup", "--detach", "/dev/" + loop.get());
            if (!await(() -> machine.loopDeviceOf(state.disk()).isEmpty())) {
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
