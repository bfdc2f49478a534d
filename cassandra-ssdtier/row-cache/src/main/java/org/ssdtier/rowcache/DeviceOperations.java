package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.KernelRead;
import org.ssdtier.segmentlog.device.Storage;

/**
 * The operations on the SSD that are under way: a device that stalls gives no error, but what it was given does not end.
 *
 * <p>It sees what goes through the storage it watches: everything but the reads of look-ups that the kernel makes, which have a
 * bound of their own. Nobody reads a clock for an operation; who looks remembers when it was first seen. Thread-safe.
 */
final class DeviceOperations {
    /** The operation that each thread is at. */
    private final ConcurrentMap<Thread, Object> underWay = new ConcurrentHashMap<>();

    /** What one observer has seen under way. Of one thread at a time. */
    final class Sightings {
        private final Map<Object, Long> firstSeenNanos = new HashMap<>();

        /** Looks, and returns for how long the operation that was seen first has been under way; 0 when there is none. */
        long longestNanos(long nowNanos) {
            Collection<Object> operations = underWay.values();
            firstSeenNanos.keySet().retainAll(operations);
            long longest = 0;
            for (Object operation : operations) {
                longest = Math.max(longest, nowNanos - firstSeenNanos.computeIfAbsent(operation, isNew -> nowNanos));
            }
            return longest;
        }
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

    /** Opens a storage and watches it. */
    Storage open(TieredCacheOptions.StorageSource source) throws IOException {
        return new WatchedStorage(watched(source::open));
    }

    private <T> T watched(Operation<T> operation) throws IOException {
        Thread self = Thread.currentThread();
        underWay.put(self, new Object());
        try {
            return operation.run();
        } finally {
            underWay.remove(self);
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
