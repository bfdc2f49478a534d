package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;

/**
 * A storage with limited space for segments, checkpoints and snapshots; other files are small. As on ext4 and XFS, an allocation
 * that fails keeps the space that it got. The process can die in a checkpoint. It remains usable after it is closed.
 */
final class LimitedStorage implements Storage {
    /** The end of the process. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final String SEGMENT = "segment";
    private static final String CHECKPOINT = "checkpoint";
    private static final String SNAPSHOT = SnapshotDescriptor.NAME;

    private final MemoryStorage storage = new MemoryStorage();
    private long limitBytes = Long.MAX_VALUE;
    private long mostCopiesBytes;
    private long writesUntilDeath = Long.MAX_VALUE;

    /** Sets the space, in bytes. */
    void limit(long bytes) {
        limitBytes = bytes;
    }

    /** Lets the process die instead of the given write to a checkpoint, counted from 0. */
    void dieAtCheckpointWrite(long number) {
        writesUntilDeath = number;
    }

    /** Lets the process live. */
    void live() {
        writesUntilDeath = Long.MAX_VALUE;
    }

    /** Returns the bytes of all files that count. */
    long usedBytes() {
        return bytes(SEGMENT) + copiesBytes();
    }

    /** Returns the bytes of all checkpoints and snapshots. */
    long copiesBytes() {
        return bytes(CHECKPOINT) + bytes(SNAPSHOT);
    }

    /** Returns the most bytes of checkpoints and snapshots at a time. */
    long mostCopiesBytes() {
        return mostCopiesBytes;
    }

    /** Returns the names of the checkpoints. */
    List<String> checkpoints() {
        return names(CHECKPOINT);
    }

    /** Returns whether there is a snapshot. */
    boolean hasSnapshot() {
        return !names(SNAPSHOT).isEmpty();
    }

    @Override
    public Device open(String name) {
        return new LimitedDevice(name, storage.open(name));
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
    public String describe() {
        return "directory=(limited)";
    }

    @Override
    public void close() {}

    private List<String> names(String prefix) {
        return storage.names().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    private long bytes(String prefix) {
        return names(prefix).stream().mapToLong(this::sizeOf).sum();
    }

    private long sizeOf(String name) {
        try {
            return storage.open(name).size();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isLimited(String name) {
        return name.startsWith(SEGMENT) || name.startsWith(CHECKPOINT) || name.startsWith(SNAPSHOT);
    }

    private final class LimitedDevice implements Device {
        private final String name;
        private final Device device;

        LimitedDevice(String name, Device device) {
            this.name = name;
            this.device = device;
        }

        @Override
        public int read(ByteBuffer destination, long position) throws IOException {
            return device.read(destination, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            if (name.startsWith(CHECKPOINT) && writesUntilDeath-- <= 0) {
                throw new Death();
            }
            device.write(source, position);
        }

        @Override
        public void force() throws IOException {
            device.force();
        }

        @Override
        public void allocate(long sizeBytes) throws IOException {
            long room = isLimited(name) ? Math.max(0, limitBytes - usedBytes()) : Long.MAX_VALUE;
            long wantedBytes = Math.max(0, sizeBytes - device.size());
            device.allocate(device.size() + Math.min(room, wantedBytes));
            mostCopiesBytes = Math.max(mostCopiesBytes, copiesBytes());
            if (room < wantedBytes) {
                throw new NoSpaceException("No space left on device");
            }
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
