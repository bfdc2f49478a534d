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
 * The operations in progress on watched storages, which reveal a stalled device: it reports no error, but its
 * operations do not end.
 *
 * <p>All operations on a watched storage are included, except the reads performed by the kernel, which have a bound of
 * their own. An operation reads no clock; an observer records when it first saw the operation. Thread-safe.
 */
public final class DeviceOperations {
    /** The operation in progress of each thread. */
    private final ConcurrentMap<Thread, Object> underWay = new ConcurrentHashMap<>();

    /** The operations in progress that one observer has seen. Used by one thread at a time. */
    public final class Sightings {
        private final Map<Object, Long> firstSeenNanos = new HashMap<>();

        /** Returns the time since the longest-running operation in progress was first seen; 0 when there is none. */
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

    /** Opens a storage and watches it: the opening, too, may stall. */
    public Storage open(StorageSource source) throws IOException {
        return watch(watched(source::open));
    }

    /** Returns a watched view of a storage. Closing the view closes the storage. */
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
        public long freeBytes() throws IOException {
            return watched(storage::freeBytes);
        }

        @Override
        public boolean isPresent() {
            return answered(storage::isPresent);
        }

        @Override
        public boolean isFailing() {
            return answered(storage::isFailing);
        }

        private boolean answered(Operation<Boolean> question) {
            try {
                return watched(question);
            } catch (IOException e) {
                throw new AssertionError("a question does not throw", e);
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
        public boolean trim(long sizeBytes) throws IOException {
            return watched(() -> device.trim(sizeBytes));
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
