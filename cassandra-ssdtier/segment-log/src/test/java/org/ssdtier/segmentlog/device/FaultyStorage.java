package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.ssdtier.segmentlog.device.FaultPlan.Fault;

/**
 * A {@link Storage} with the faults of a {@link FaultPlan} and a simulation of power cuts: each write since the last
 * force survives independently of the others, in full, in part (by sectors of 512 bytes), or not at all.
 */
public final class FaultyStorage implements Storage {
    private static final int SECTOR_BYTES = 512;

    private final FaultPlan plan;
    private final Map<String, FaultyDevice> devices = new TreeMap<>();

    /** Creates an empty storage. */
    public FaultyStorage(FaultPlan plan) {
        this.plan = plan;
    }

    /** Returns the storage as it is after a power cut. */
    public synchronized MemoryStorage afterPowerCut(long seed) {
        Random random = new Random(seed);
        MemoryStorage survivor = new MemoryStorage();
        devices.forEach((name, device) -> device.surviveInto((MemoryDevice) survivor.open(name), random));
        return survivor;
    }

    @Override
    public synchronized Device open(String name) {
        return devices.computeIfAbsent(name, absent -> new FaultyDevice());
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(devices.keySet());
    }

    @Override
    public synchronized void delete(String name) {
        devices.remove(name);
    }

    @Override
    public void force() throws IOException {
        checkPower();
    }

    @Override
    public String describe() {
        return "directory=(faulty)";
    }

    @Override
    public void close() {}

    private void checkPower() throws IOException {
        if (plan.isCut()) {
            throw new IOException("power is off");
        }
    }

    /** A write that may not be durable. */
    private record Pending(long position, ByteBuffer bytes) {}

    private final class FaultyDevice implements Device {
        private final MemoryDevice visible = new MemoryDevice();
        private final MemoryDevice durable = new MemoryDevice();
        private final List<Pending> pending = new ArrayList<>();

        @Override
        public synchronized int read(ByteBuffer destination, long position) throws IOException {
            checkPower();
            if (plan.happens(Fault.READ_ERROR)) {
                throw new IOException("Input/output error");
            }
            return visible.read(destination, position);
        }

        @Override
        public synchronized void write(ByteBuffer source, long position) throws IOException {
            plan.countWrite();
            ByteBuffer bytes = ByteBuffer.allocate(source.remaining());
            bytes.put(0, source, source.position(), source.remaining());
            if (plan.isCut()) {
                pending.add(
                        new Pending(position, bytes)); // the write in progress at the power cut may be stored in part
                throw new IOException("power is off");
            }
            if (plan.happens(Fault.WRITE_ERROR)) {
                throw new IOException("Input/output error");
            }
            if (plan.happens(Fault.NO_SPACE)) {
                throw new NoSpaceException("No space left on device");
            }
            if (plan.happens(Fault.SHORT)) {
                store(position, bytes.limit(sectors(bytes.limit())));
                throw new IOException("Input/output error");
            }
            source.position(source.limit());
            if (plan.happens(Fault.LOST)) {
                return;
            }
            if (plan.happens(Fault.TORN)) {
                bytes.limit(sectors(bytes.limit()));
            }
            if (plan.happens(Fault.FLIPPED)) {
                int at = plan.random.nextInt(bytes.limit());
                bytes.put(at, (byte) (bytes.get(at) ^ 1 << plan.random.nextInt(8)));
            }
            store(position, bytes);
        }

        private int sectors(int bytes) {
            return plan.random.nextInt(bytes / SECTOR_BYTES) * SECTOR_BYTES;
        }

        private void store(long position, ByteBuffer bytes) {
            if (bytes.hasRemaining()) {
                visible.write(bytes.duplicate(), position);
                pending.add(new Pending(position, bytes));
            }
        }

        @Override
        public synchronized void force() throws IOException {
            checkPower();
            if (plan.happens(Fault.FORCE_ERROR)) {
                pending.clear(); // like a kernel that drops the dirty pages it could not write
                throw new IOException("Input/output error");
            }
            pending.forEach(write -> durable.write(write.bytes().duplicate(), write.position()));
            pending.clear();
        }

        @Override
        public synchronized void allocate(long sizeBytes) throws IOException {
            checkPower();
            if (!plan.takeSpace(Math.max(0, sizeBytes - visible.size()))) {
                throw new NoSpaceException("No space left on device");
            }
            visible.allocate(sizeBytes);
            durable.allocate(sizeBytes);
        }

        /** Every page is released on its own, and a power cut may restore it. */
        @Override
        public synchronized boolean trim(long sizeBytes) throws IOException {
            checkPower();
            if (!plan.trims()) {
                return false;
            }
            for (long at = 0; at < sizeBytes; at += PAGE_BYTES) {
                store(at, ByteBuffer.allocate(PAGE_BYTES));
            }
            if (plan.happens(Fault.NO_SPACE)) {
                throw new NoSpaceException("No space left on device");
            }
            return true;
        }

        @Override
        public synchronized void discard() {
            visible.discard();
            durable.discard();
            pending.clear();
        }

        @Override
        public synchronized long size() {
            return visible.size();
        }

        @Override
        public void close() {}

        synchronized void surviveInto(MemoryDevice survivor, Random random) {
            ByteBuffer all = ByteBuffer.allocate((int) durable.size());
            durable.read(all, 0);
            survivor.write(all.flip(), 0);
            for (Pending write : pending) {
                int fate = random.nextInt(3); // all of the write, some of its sectors, or nothing
                for (int at = 0; at < write.bytes().limit(); at += SECTOR_BYTES) {
                    if (fate == 0 || (fate == 1 && random.nextBoolean())) {
                        int bytes = Math.min(SECTOR_BYTES, write.bytes().limit() - at);
                        survivor.write(write.bytes().slice(at, bytes), write.position() + at);
                    }
                }
            }
        }
    }
}
