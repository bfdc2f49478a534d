package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * A fault injector for an emulated device. Faults of the drive are set in the drive; the others are made with mounts
 * and files.
 *
 * <p>Ending a fault inspects the machine instead of a record of the steps done, so another program may do it.
 */
final class DeviceFaults {
    private static final long FILLER_REST_BYTES = 1L << 20;
    private static final String NO_SPACE_LEFT = "No space left";

    private final DeviceState state;
    private final Machine machine;
    private final Layers layers;
    private final DriveFault drive;

    DeviceFaults(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
        this.layers = new Layers(state, machine);
        this.drive = new DriveFault(state, machine);
    }

    /** Begins a fault on a device that has none. */
    void begin(FaultSetting setting) throws IOException {
        switch (setting.fault()) {
            case NO_SPACE -> fill();
            case READ_ONLY -> makeReadOnly();
            case GONE -> {
                drive.set(setting);
                machine.require("umount", "--lazy", state.mountPoint().toString());
            }
            default -> drive.set(setting);
        }
    }

    /**
     * Ends the current fault, if any, and makes the file system writable again.
     *
     * @throws IOException if the file system must be mounted again but is in use; the message names the processes
     */
    void end() throws IOException {
        drive.end();
        Files.deleteIfExists(filler());
        if (!Mount.isOn(machine, state.mountPoint())) {
            layers.mount();
        } else if (!isWritable()) {
            layers.remount();
        }
        if (!isWritable()) {
            throw new IOException("device=" + state.name() + ": its file system is not writable after a remount");
        }
    }

    /** Returns the number of requests affected by the drive's fault since it began. */
    long hits() throws IOException {
        return drive.hits();
    }

    /**
     * Fills the file system: allocates almost all of the free space with one call, then writes block by block until no
     * space is left.
     */
    private void fill() throws IOException {
        long free = Files.getFileStore(state.mountPoint()).getUsableSpace();
        if (free > FILLER_REST_BYTES) {
            machine.require("fallocate", "-l", Long.toString(free - FILLER_REST_BYTES), filler().toString());
        }
        ToolResult filled = machine.run(List.of(
                "dd", "if=/dev/zero", "of=" + filler(), "bs=4k", "oflag=append,sync", "conv=notrunc", "status=none"));
        if (!filled.output().contains(NO_SPACE_LEFT)) {
            throw new IOException("file=" + filler() + " exit=" + filled.exitCode() + ": could not fill the device: "
                    + filled.output().strip());
        }
    }

    /** Triggers a file system error, because a read-only remount is refused while files are open for writing. */
    private void makeReadOnly() throws IOException {
        machine.require(
                "mount", "-o", "remount,errors=remount-ro", state.mountPoint().toString());
        machine.write(Path.of("/sys/fs/ext4", layers.loop(), "trigger_fs_error"), "fault " + DeviceFault.READ_ONLY);
        if (isWritable()) {
            throw new IOException("device=" + state.name() + ": its file system is still writable");
        }
    }

    private boolean isWritable() throws IOException {
        Path probe = state.mountPoint().resolve(".writable");
        String script = "echo > \"$0\" && sync \"$0\" && rm \"$0\"";
        return machine.run(List.of("sh", "-c", script, probe.toString())).exitCode() == 0;
    }

    private Path filler() {
        return state.mountPoint().resolve(".filler");
    }
}
