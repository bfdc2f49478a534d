package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.KernelRead;
import org.ssdtier.segmentlog.device.Storage;

/**
 * The operations on the SSD that are under way, and for how long the oldest has been: a device that stalls gives no error.
 *
 * <p>It sees what goes through the storage it watches: everything but the reads of look-ups that the kernel makes, which have a
 * bound of their own. Thread-safe.
 */
final class DeviceOperations {
    private final LongSupplier nanoClock;
    private final ConcurrentMap<Thread, Long> startNanos = new ConcurrentHashMap<>();

    DeviceOperations(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** An operation that has a result. */
    @FunctionalInterface
    private interface Operation<T> {
        T run() throws IOException;
    }

    /** An operation that has none. */
    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    /** Returns for how long the oldest operation has been under way; 0 when there is none. */
    long longestNanos() {
        long nowNanos = nanoClock.getAsLong();
        long longest = 0;
        for (long start : startNanos.values()) {
            longest = Math.max(longest, nowNanos - start);
        }
        return longest;
    }

    /** Opens a storage and watches it. */
    Storage open(TieredCacheOptions.StorageSource source) throws IOException {
        return new WatchedStorage(watched(source::open));
    }

    private <T> T watched(Operation<T> operation) throws IOException {
        Thread self = Thread.currentThread();
        startNanos.put(self, nanoClock.getAsLong());
        try {
            return operation.run();
        } finally {
            startNanos.remove(self);
        }
    }

    private void watch(Action action) throws IOException {
        watched(() -> {
            action.run();
            return this;
        });
    }

    private final class WatchedStorage implements Storage {
        private final Storage storage;

        WatchedStorage(Storage storage) {
            this.storage = storage;
        }

        @Override
        public Device open(String name) throws IOException {
            return watched(() -> new WatchedDevice(storage.open(name)));
        }

        @Override
        public List<String> names() throws IOException {
            return watched(storage::names);
        }

        @Override
        public void delete(String name) throws IOException {
            watch(() -> storage.delete(name));
        }

        @Override
        public void force() throws IOException {
            watch(storage::force);
        }

        @Override
        public boolean isPresent() {
            try {
                return watched(storage::isPresent);
            } catch (IOException e) {
                throw new AssertionError("isPresent does not throw", e);
            }
        }

        @Override
        public String describe() {
            return storage.describe();
        }

        @Override
        public void close() {
            storage.close();
        }
    }

    private final class WatchedDevice implements Device {
        private final Device device;

        WatchedDevice(Device device) {
            this.device = device;
        }

        @Override
        public int read(ByteBuffer destination, long position) throws IOException {
            return watched(() -> device.read(destination, position));
        }

        @Override
        public boolean submit(KernelRead read, ByteBuffer destination, long position) {
            return device.submit(read, destination, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            watch(() -> device.write(source, position));
        }

        @Override
        public void force() throws IOException {
            watch(device::force);
        }

        @Override
        public void allocate(long sizeBytes) throws IOException {
            watch(() -> device.allocate(sizeBytes));
        }

        @Override
        public void discard() throws IOException {
            watch(device::discard);
        }

        @Override
        public long size() throws IOException {
            return watched(device::size);
        }

        @Override
        public void close() throws IOException {
            watch(device::close);
        }
    }
}
