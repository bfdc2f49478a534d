package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.device.BlockCache;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.load.Closing;

/** The emulated drives of one setup. The creator closes it after the node has ended, which removes the drives. */
final class SizeDrives implements AutoCloseable {
    private static final String SOLID_STATE = "ssd-sata";
    private static final double CACHE_ROOM = 1.2;
    private static final long LEAST_CACHE_BYTES = 256L << 20;

    private final DeviceRegistry host;
    private final List<Device> devices = new ArrayList<>();

    /** Creates a set without drives. */
    SizeDrives(DeviceRegistry host) {
        this.host = host;
    }

    /** Returns the kinds of drives of some setups. */
    static List<Kind> kinds(List<Setup> setups, SizeWorld world) {
        List<Kind> kinds = new ArrayList<>();
        for (Setup setup : setups) {
            SizeArm arm = setup.arm();
            if (arm.ssd != SizeArm.Ssd.DATA) {
                kinds.add(new Kind(world.profile, world.drives));
            }
            if (arm.ssd != SizeArm.Ssd.NONE) {
                kinds.add(new Kind(SOLID_STATE, 1));
            }
        }
        return kinds;
    }

    /** Makes the drives of a setup, with the models off. */
    NodeDrives make(Setup setup, SizePlan plan) throws IOException {
        long bytes = plan.scale().diskBytes();
        if (setup.arm().ssd == SizeArm.Ssd.DATA) {
            return new NodeDrives(
                    up("size-data", host.profile(SOLID_STATE), 1, bytes + SizeBudget.LOG_BYTES), null, null);
        }
        SizeWorld world = plan.world();
        long dataBytes = world.hasLogDrives ? bytes : bytes + SizeBudget.LOG_BYTES;
        return new NodeDrives(
                up("size-data", slow(setup, plan), world.drives, dataBytes),
                world.hasLogDrives
                        ? up("size-log", host.profile(world.profile), world.drives, SizeBudget.LOG_BYTES)
                        : null,
                setup.arm().hasTier() ? cache(setup, plan) : null);
    }

    private Device cache(Setup setup, SizePlan plan) throws IOException {
        long bytes = plan.budget().cache(setup).ssdBytes() + plan.budget().keyIndexBytes(setup);
        return up("size-cache", host.profile(SOLID_STATE), 1, LEAST_CACHE_BYTES + Math.round(bytes * CACHE_ROOM));
    }

    /** Returns the slow drives of a setup, behind its block cache if it has one. */
    private DeviceProfile slow(Setup setup, SizePlan plan) throws IOException {
        DeviceProfile slow = host.profile(plan.world().profile);
        if (!setup.arm().hasBlocks()) {
            return slow;
        }
        return slow.fronted(
                host.profile(SOLID_STATE),
                new BlockCache(plan.budget().blockCacheBytes(setup), setup.arm().blockBytes, setup.arm().blockPolicy));
    }

    private Device up(String name, DeviceProfile profile, int drives, long bytes) throws IOException {
        Device device = host.up(DeviceRequest.of(name, profile, drives, bytes));
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
