package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * Makes an emulated device fail and mends it. Those faults that are the drive's are words in {@code drive/fault}; the others
 * are made with mounts and files.
 *
 * <p>Mending looks at the machine, not at what was noted on the way: another program may do it.
 */
final class DeviceFaults {
    private static final long FILLER_REST_BYTES = 1L << 20;
    private static final String NO_SPACE_LEFT = "No space left";

    private final DeviceState state;
    private final Machine machine;
    private final Layers layers;

    DeviceFaults(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
        this.layers = new Layers(state, machine);
    }

    /** Begins a fault on a device that has none. */
    void begin(FaultSetting setting) throws IOException {
        switch (setting.fault()) {
            case NO_SPACE -> fill();
            case READ_ONLY -> makeReadOnly();
            case GONE -> {
                machine.write(state.fault(), setting.words());
                machine.require("umount", "--lazy", state.mountPoint().toString());
            }
            default -> machine.write(state.fault(), setting.words());
        }
    }

    /**
     * Ends whatever fault there is. The file system is writable again then.
     *
     * @throws IOException if it is not, because it must be mounted anew and is in use; the message says by whom
     */
    void end() throws IOException {
        endOfDrive();
        Files.deleteIfExists(filler());
        if (!Mount.isOn(machine, state.mountPoint())) {
            layers.mount();
        } else if (!isWritable()) {
            layers.remount();
        }
        if (!isWritable()) {
            throw new IOException(
                    "device=" + state.name() + ": its file system takes no changes, although mounted anew");
        }
    }

    /** Lets the drive do what it should, if it is running: whoever waits for it goes on. */
    void endOfDrive() throws IOException {
        if (Mount.isOn(machine, state.driveMount()) && machine.exists(state.fault())) {
            machine.write(state.fault(), DeviceFault.OFF);
        }
    }

    /** Requests that the drive's fault has hit since it began. */
    long hits() throws IOException {
        return machine.read(state.fault())
                .lines()
                .filter(line -> line.startsWith("hits="))
                .mapToLong(line -> Long.parseLong(line.substring("hits=".length())))
                .findFirst()
                .orElseThrow(() -> new IOException("file=" + state.fault() + ": names no hits"));
    }

    /** Space is taken at once as far as that can be known, and then block by block until there is none. */
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

    /** A remount that asks for it is refused while files are open for writing; an error of the file system is not. */
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
