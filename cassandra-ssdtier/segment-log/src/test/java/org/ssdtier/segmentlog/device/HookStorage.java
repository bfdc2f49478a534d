package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A {@link MemoryStorage} that a test can watch, hold up and disturb: a seam for interleavings without threads. It holds every
 * read and write to the alignment that {@link Device} asks for, and outlives its closing.
 */
public final class HookStorage implements Storage {
    /** What happens around each operation of a device; the defaults do nothing. */
    public interface Disturbance {
        /** Called before a read; may throw. */
        default void beforeRead(String device) throws IOException {}

        /** Called after a read with what was read, from position to limit, to flip bits in it. */
        default void afterRead(String device, ByteBuffer read) {}

        /** Called before a write; may throw. */
        default void beforeWrite(String device) throws IOException {}

        /** Called before a force, which is a write where a test does not tell the two apart; may throw. */
        default void beforeForce(String device) throws IOException {
            beforeWrite(device);
        }

        /** Called before an allocation; may throw. */
        default void beforeAllocate(String device) throws NoSpaceException {}
    }

    private static final Disturbance NONE = new Disturbance() {};

    private final MemoryStorage storage = new MemoryStorage();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Disturbance disturbance = NONE;
    private volatile boolean present = true;

    /** Disturbs all devices, those that are open too, in place of what disturbed them before. */
    public void disturb(Disturbance next) {
        disturbance = next;
    }

    /** Shows a test what the reads of all devices bring in, from position to limit; nothing else is disturbed any more. */
    public void afterRead(Consumer<ByteBuffer> hook) {
        disturb(new Disturbance() {
            @Override
            public void afterRead(String device, ByteBuffer read) {
                hook.accept(read);
            }
        });
    }

    /** Ends all disturbance. */
    public void calm() {
        disturbance = NONE;
    }

    /** Lets the directory vanish, or not. */
    public void setPresent(boolean value) {
        present = value;
    }

    /** Returns how many reads reached a device. */
    public int reads() {
        return reads.get();
    }

    /** Opens a device past all disturbance. */
    public Device raw(String name) {
        return storage.open(name);
    }

    @Override
    public Device open(String name) {
        return new HookedDevice(name, storage.open(name));
    }

    @Override
    public List<String> names() {
        return storage.names();
    }

    @Override
    public void delete(String name) {
        storage.delete(name);
    }

    @Override
    public void force() {}

    @Override
    public boolean isPresent() {
        return present;
    }

    @Override
    public String describe() {
        return "directory=(hooked)";
    }

    @Override
    public void close() {}

    private final class HookedDevice implements Device {
        private final String name;
        private final Device device;

        HookedDevice(String name, Device device) {
            this.name = name;
            this.device = device;
        }

        @Override
        public int read(ByteBuffer destination, long position) throws IOException {
            requireAligned("read", destination, position);
            disturbance.beforeRead(name);
            reads.incrementAndGet();
            int from = destination.position();
            int bytes = device.read(destination, position);
            disturbance.afterRead(name, destination.duplicate().position(from).limit(from + Math.max(0, bytes)));
            return bytes;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            requireAligned("write", source, position);
            disturbance.beforeWrite(name);
            device.write(source, position);
        }

        private static void requireAligned(String what, ByteBuffer buffer, long position) throws IOException {
            if (position % PAGE_BYTES != 0 || buffer.remaining() % PAGE_BYTES != 0) {
                throw new IOException("unaligned " + what + ": position=" + position + " bytes=" + buffer.remaining());
            }
        }

        @Override
        public void force() throws IOException {
            disturbance.beforeForce(name);
            device.force();
        }

        @Override
        public void allocate(long sizeBytes) throws IOException {
            disturbance.beforeAllocate(name);
            device.allocate(sizeBytes);
        }

        @Override
        public void discard() throws IOException {
            device.discard();
        }

        @Override
        public long size() throws IOException {
            return device.size();
        }

        @Override
        public void close() throws IOException {
            device.close();
        }
    }
}
