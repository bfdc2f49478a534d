package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The operations on a storage that are under way: a device that stalls gives no error, but what it was given does not end.
 *
 * <p>It sees what goes through the storages it watches: everything but the reads that the kernel makes, which have a bound of
 * their own. Nobody reads a clock for an operation; who looks remembers when it was first seen. Thread-safe.
 */
public final class DeviceOperations {
    /** The operation that each thread is at. */
    private final ConcurrentMap<Thread, Object> underWay = new ConcurrentHashMap<>();

    /** What one observer has seen under way. Of one thread at a time. */
    public final class Sightings {
        private final Map<Object, Long> firstSeenNanos = new HashMap<>();

        /** Looks, and returns for how long the operation that was seen first has been under way; 0 when there is none. */
        public long longestNanos(long nowNanos) {
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

    /** Opens a storage; also a directory may keep whoever opens it waiting. */
    @FunctionalInterface
    public interface Opening {
        Storage open() throws IOException;
    }

    /** Opens a storage and watches it. */
    public Storage open(Opening opening) throws IOException {
        return watch(watched(opening::open));
    }

    /** Returns the same storage, watched. Closing it closes the other. */
    public Storage watch(Storage storage) {
        return new WatchedStorage(storage);
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

    private void act(Action action) throws IOException {
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
            act(() -> storage.delete(name));
        }

        @Override
        public void force() throws IOException {
            act(storage::force);
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
        public @Nullable UUID claim(UUID host) throws IOException {
            AtomicReference<@Nullable UUID> before = new AtomicReference<>();
            act(() -> before.set(storage.claim(host)));
            return before.get();
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
            act(() -> device.write(source, position));
        }

        @Override
        public void force() throws IOException {
            act(device::force);
        }

        @Override
        public void allocate(long sizeBytes) throws IOException {
            act(() -> device.allocate(sizeBytes));
        }

        @Override
        public void discard() throws IOException {
            act(device::discard);
        }

        @Override
        public long size() throws IOException {
            return watched(device::size);
        }

        @Override
        public void close() throws IOException {
            act(device::close);
        }
    }
}
