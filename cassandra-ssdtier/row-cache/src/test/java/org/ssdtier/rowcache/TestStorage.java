package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;

/** A storage in memory that a test can watch and disturb. It outlives its closing. */
final class TestStorage implements Storage {
    /** What happens around each operation of a device; the defaults do nothing. */
    interface Disturbance {
        /** Called before a read; may throw. */
        default void beforeRead(String device) throws IOException {}

        /** Called after a read with what was read, to flip bits in it. */
        default void afterRead(String device, ByteBuffer read) {}

        /** Called before a write; may throw. */
        default void beforeWrite(String device) throws IOException {}

        /** Called before an allocation; may throw. */
        default void beforeAllocate(String device) throws NoSpaceException {}
    }

    private static final Disturbance NONE = new Disturbance() {};

    private final MemoryStorage storage = new MemoryStorage();
    private Disturbance disturbance = NONE;
    private boolean present = true;

    void disturb(Disturbance next) {
        disturbance = next;
    }

    void calm() {
        disturbance = NONE;
    }

    /** Lets the directory vanish, or not. */
    void setPresent(boolean value) {
        present = value;
    }

    /** Opens a device past all disturbance. */
    Device raw(String name) {
        return storage.open(name);
    }

    @Override
    public Device open(String name) throws IOException {
        return new Disturbed(name, storage.open(name));
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
        return "directory=(test)";
    }

    @Override
    public void close() {}

    private final class Disturbed implements Device {
        private final String name;
        private final Device device;

        Disturbed(String name, Device device) {
            this.name = name;
            this.device = device;
        }

        @Override
        public int read(ByteBuffer destination, long position) throws IOException {
            disturbance.beforeRead(name);
            int from = destination.position();
            int count = device.read(destination, position);
            disturbance.afterRead(name, destination.duplicate().position(from).limit(from + Math.max(0, count)));
            return count;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            disturbance.beforeWrite(name);
            device.write(source, position);
        }

        @Override
        public void force() throws IOException {
            disturbance.beforeWrite(name);
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
