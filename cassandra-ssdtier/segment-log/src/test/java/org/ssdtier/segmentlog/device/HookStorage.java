package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A {@link MemoryStorage} that a test can observe, block and disturb, for interleavings without threads. It checks that
 * every read and write has the alignment required by {@link Device}. It remains usable after it is closed.
 */
public final class HookStorage implements Storage {
    /** The hooks around each operation of a device; the defaults do nothing. */
    public interface Disturbance {
        /** Called before a read; may throw. */
        default void beforeRead(String device) throws IOException {}

        /** Called after a read with the bytes read, from position to limit, to flip bits in them. */
        default void afterRead(String device, ByteBuffer read) {}

        /** Called before a write; may throw. */
        default void beforeWrite(String device) throws IOException {}

        /** Called before a force; calls {@link #beforeWrite} if a test does not distinguish the two; may throw. */
        default void beforeForce(String device) throws IOException {
            beforeWrite(device);
        }

        /** Called for a trim: false if the device cannot release content, a {@link NoSpaceException} after it has. */
        default boolean trim(String device, Device released) throws IOException {
            return false;
        }

        /** Called before a device is deleted; may throw. */
        default void beforeDelete(String device) throws IOException {}

        /** Called before an allocation; may throw. */
        default void beforeAllocate(String device) throws NoSpaceException {}
    }

    private static final Disturbance NONE = new Disturbance() {};

    private final MemoryStorage storage = new MemoryStorage();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Disturbance disturbance = NONE;
    private final AtomicInteger opened = new AtomicInteger();
    private volatile boolean present = true;
    private volatile boolean failing;

    /** Sets the disturbance of all devices, including open ones; replaces the previous one. */
    public void disturb(Disturbance next) {
        disturbance = next;
    }

    /**
     * Calls a hook with the bytes of each read of all devices, from position to limit; replaces the previous
     * disturbance.
     */
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

    /** Sets whether the directory is present. */
    public void setPresent(boolean value) {
        present = value;
    }

    /** Sets whether the file system fails. */
    public void setFailing(boolean value) {
        failing = value;
    }

    /** Returns the number of devices that were opened and not closed. */
    public int openDevices() {
        return opened.get();
    }

    /** Returns the number of reads that reached a device. */
    public int reads() {
        return reads.get();
    }

    /** Opens a device without any disturbance. */
    public Device raw(String name) {
        return storage.open(name);
    }

    @Override
    public Device open(String name) {
        opened.incrementAndGet();
        return new HookedDevice(name, storage.open(name));
    }

    @Override
    public List<String> names() {
        return storage.names();
    }

    @Override
    public void delete(String name) throws IOException {
        disturbance.beforeDelete(name);
        storage.delete(name);
    }

    @Override
    public void force() {}

    @Override
    public boolean isPresent() {
        return present;
    }

    @Override
    public boolean isFailing() {
        return failing;
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
        private final AtomicBoolean closed = new AtomicBoolean();

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
        public boolean trim(long sizeBytes) throws IOException {
            return disturbance.trim(name, device);
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
            if (closed.compareAndSet(false, true)) {
                opened.decrementAndGet();
            }
            device.close();
        }
    }
}
