package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.BlockCache;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.HostDisk;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * The disks of a run and the memory limits of its nodes. The caller of {@link #open} closes it after all nodes have
 * ended, which removes everything from the machine.
 */
final class Rig implements AutoCloseable {
    private final DiskChoice disks;
    private final Path directory;
    private final DeviceRegistry host;
    private final boolean bounded;
    private final List<Device> devices = new ArrayList<>();
    /** The devices with a copy of the data set that others have as their base; none is used itself. */
    private final Map<Base, EmulatedDevice> bases = new HashMap<>();

    private Rig(DiskChoice disks, Path directory, DeviceRegistry host, boolean bounded) {
        this.disks = disks;
        this.directory = directory;
        this.host = host;
        this.bounded = bounded;
    }

    /**
     * Opens a rig without disks.
     *
     * @param disks choice of disks
     * @param directory directory for files on the host's own disk
     * @param say receives progress messages, one line each
     */
    static Rig open(DiskChoice disks, Path directory, Consumer<String> say) throws IOException {
        DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), say);
        boolean bounded = host.canBoundMemory();
        if (!bounded) {
            say.accept("The page cache is not limited: needs root and memory control groups");
        }
        return new Rig(disks, directory, host, bounded);
    }

    /** Returns whether the nodes' page cache is limited. */
    boolean isBounded() {
        return bounded;
    }

    /** Makes a new, empty disk with the model off. */
    Device device(String name, Disk kind, long bytes) throws IOException {
        return device(name, kind, bytes, null);
    }

    /**
     * Makes the same behind a block cache on an SSD.
     *
     * @param blocks the block cache; null for none. Only an emulated disk can have one
     */
    Device device(String name, Disk kind, long bytes, @Nullable BlockCache blocks) throws IOException {
        Path place = disks.place(kind);
        Device device;
        if (place != null) {
            device = HostDisk.at(place.resolve(name));
        } else if (disks.isHost()) {
            device = HostDisk.standIn(directory.resolve(name));
        } else {
            device = host.up(request(name, kind, bytes, blocks));
        }
        devices.add(device);
        return device;
    }

    /**
     * Makes a disk with a copy of the data set, the model off. Emulated disks of one kind and size that can share have a
     * common copy, which is in the machine's memory once.
     *
     * @param blocks see {@link #device(String, Disk, long, BlockCache)}
     */
    Device loadedDevice(String name, Disk kind, long bytes, @Nullable BlockCache blocks, Dataset dataset)
            throws IOException {
        if (!disks.canShare(kind)) {
            return load(device(name, kind, bytes, blocks), dataset);
        }
        Device device = host.up(request(name, kind, bytes, blocks).onBase(base(kind, bytes, dataset)));
        devices.add(device);
        return device;
    }

    private static Device load(Device device, Dataset dataset) throws IOException {
        dataset.copyTo(ArmNode.sstables(device));
        device.dropPageCache();
        return device;
    }

    /** A kind of base: a file system places its files on hard disks in another way than on SSDs. */
    private record Base(boolean isHdd, long bytes) {}

    private Path base(Disk kind, long bytes, Dataset dataset) throws IOException {
        Base wanted = new Base(kind.isHdd(), bytes);
        EmulatedDevice base = bases.get(wanted);
        if (base == null) {
            base = host.up(request("base-" + bases.size(), kind, bytes, null));
            bases.put(wanted, base);
            load(base, dataset);
        }
        return base.toBase();
    }

    private DeviceRequest request(String name, Disk kind, long bytes, @Nullable BlockCache blocks) throws IOException {
        DeviceProfile profile = host.profile(kind.profile);
        Double fill = disks.fill(kind);
        profile = fill == null ? profile : profile.filled(fill);
        profile = blocks == null ? profile : profile.fronted(host.profile(Disk.SSD.profile), blocks);
        return DeviceRequest.of(name, profile, kind.spindles, bytes);
    }

    /** Returns the memory limit for a node to be started. */
    ProgramMemory memory(String name) throws IOException {
        return host.programMemory(name);
    }

    /** Turns the models of all disks on, or off for filling and warming up. */
    void slow(boolean on) throws IOException {
        for (Device device : devices) {
            if (on) {
                device.modelOn();
            } else {
                device.modelOff();
            }
        }
    }

    @Override
    public void close() throws IOException {
        Collections.reverse(devices);
        devices.addAll(bases.values());
        IOException failure = null;
        for (Device device : devices) {
            try {
                device.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        devices.clear();
        bases.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
