package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.load.Closing;

/** The emulated drives of a run. The creator closes it after all nodes have ended, which removes the drives. */
final class DriveSet implements AutoCloseable {
    private static final String HARD_DISK = "hdd-10k";
    private static final int HARD_DISKS = 6;
    private static final String SOLID_STATE = "ssd-sata";
    private static final int SOLID_STATES = 2;
    private static final double CACHE_ROOM = 1.2;
    private static final long LEAST_CACHE_BYTES = 512L << 20;

    private final DeviceRegistry host;
    private final ThreadsPlan plan;
    private final List<ThreadsArm> arms;
    private final List<Device> devices = new ArrayList<>();
    private @Nullable Device log;
    private @Nullable Device cache;

    /** Creates a set without drives for some arms. */
    DriveSet(DeviceRegistry host, ThreadsPlan plan, List<ThreadsArm> arms) {
        this.host = host;
        this.plan = plan;
        this.arms = List.copyOf(arms);
    }

    /**
     * Returns the kinds of drives of some arms to calibrate. A RAID-0 of SSDs is represented by one of them: together they
     * are faster than the path through the kernel.
     */
    static List<Kind> kinds(List<ThreadsArm> arms) {
        List<Kind> kinds = new ArrayList<>();
        for (ThreadsArm arm : arms) {
            kinds.add(arm.isOnSsd ? new Kind(SOLID_STATE, 1) : new Kind(HARD_DISK, HARD_DISKS));
            if (arm.hasTier()) {
                kinds.add(new Kind(SOLID_STATE, 1));
            }
        }
        return kinds;
    }

    /** Makes the drives of an arm, with the models off. */
    NodeDrives make(ThreadsArm arm) throws IOException {
        long bytes = plan.scale().diskBytes();
        if (arm.isOnSsd) {
            return new NodeDrives(
                    up("threads-data-" + arm, SOLID_STATE, SOLID_STATES, bytes + ThreadsBudget.LOG_BYTES), null, null);
        }
        Device data = up("threads-data-" + arm, HARD_DISK, HARD_DISKS, bytes);
        return new NodeDrives(data, log(), arm.hasTier() ? cache() : null);
    }

    private Device log() throws IOException {
        if (log == null) {
            log = up("threads-log", HARD_DISK, HARD_DISKS, arms.size() * ThreadsBudget.LOG_BYTES);
        }
        return log;
    }

    private Device cache() throws IOException {
        if (cache == null) {
            long bytes =
                    arms.stream().mapToLong(arm -> plan.budget().ssdBytes(arm)).sum();
            cache = up("threads-cache", SOLID_STATE, 1, LEAST_CACHE_BYTES + Math.round(bytes * CACHE_ROOM));
        }
        return cache;
    }

    private Device up(String name, String profile, int drives, long bytes) throws IOException {
        Device device = host.up(DeviceRequest.of(name, host.profile(profile), drives, bytes));
        devices.add(device);
        return device;
    }

    @Override
    public void close() throws IOException {
        Collections.reverse(devices);
        List<Device> closing = List.copyOf(devices);
        devices.clear();
        Closing.all(closing);
    }
}
