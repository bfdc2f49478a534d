package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FaultSetting;
import org.ssdtier.benchmarks.load.FileTree;

/** The SSD of a node: an emulated drive, which can die under the running node, or else directories in the node's home. */
final class NodeSsd implements AutoCloseable {
    private static final String PROFILE = "ssd-sata";
    private static final long DRIVE_BYTES = 128L << 20;
    private static final List<String> DIRECTORIES = List.of("ssd_row_cache", "schema_catalogue");

    private final Path root;
    private final @Nullable EmulatedDevice drive;
    private boolean isDead;

    private NodeSsd(Path root, @Nullable EmulatedDevice drive) {
        this.root = root;
        this.drive = drive;
    }

    /** Returns an SSD whose files are in the node's home, and which cannot die alone. */
    static NodeSsd in(Path home) {
        return new NodeSsd(home, null);
    }

    /** Returns an SSD that is an emulated drive. */
    static NodeSsd emulated(DeviceRegistry host, String name) throws IOException {
        EmulatedDevice drive = host.up(DeviceRequest.of("chaos-" + name, host.profile(PROFILE), 1, DRIVE_BYTES));
        return new NodeSsd(drive.mountPoint(), drive);
    }

    /** Returns the directory of the tier. */
    Path tier() {
        return root.resolve(DIRECTORIES.get(0));
    }

    /** Returns the directory of the catalogue. */
    Path catalogue() {
        return root.resolve(DIRECTORIES.get(1));
    }

    /**
     * Lets the drive fail from now on.
     *
     * @return false if there is no drive of its own
     */
    boolean die() throws IOException {
        if (drive == null) {
            return false;
        }
        isDead = true; // also if only a part of it succeeds
        drive.beginFault(FaultSetting.of(DeviceFault.GONE));
        return true;
    }

    /** Returns whether the drive has failed and was not replaced. */
    boolean isDead() {
        return isDead;
    }

    /** Replaces the SSD by an empty one. The node is down. */
    void replace() throws IOException {
        deleteAll(); // what the node has made anew at the mount point, while the drive was gone
        if (drive != null && isDead) {
            drive.endFault();
            isDead = false;
        }
        deleteAll();
    }

    private void deleteAll() throws IOException {
        for (String name : DIRECTORIES) {
            FileTree.delete(root.resolve(name));
        }
        if (!Files.isDirectory(root)) {
            return;
        }
        // what the node has set aside
        try (Stream<Path> others = Files.list(root)) {
            List<Path> aside = others.filter(
                            path -> path.getFileName().toString().startsWith(DIRECTORIES.get(1)))
                    .toList();
            for (Path path : aside) {
                FileTree.delete(path);
            }
        }
    }

    /** Takes the drive down. The node has ended. */
    @Override
    public void close() throws IOException {
        if (drive != null) {
            drive.close();
        }
    }
}
