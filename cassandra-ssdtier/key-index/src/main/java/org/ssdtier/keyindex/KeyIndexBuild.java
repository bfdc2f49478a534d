package org.ssdtier.keyindex;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.ssdtier.segmentlog.device.Device;

/** The making of one key index from the keys of its SSTable. It ends early when the file grows too large or either side fails. */
final class KeyIndexBuild {
    /** Growth of the file after which the room is asked for again. */
    private static final int CHECKED_BYTES = 1 << 20;

    private final KeyIndexWriter writer;
    private final KeyPacker packer;
    private final LongSupplier room;
    private long roomBytes;
    private long checkedAtBytes = -CHECKED_BYTES;

    /**
     * Creates a build.
     *
     * @param room bytes that the file may have; asked again while the file grows, for others may grow, too
     */
    KeyIndexBuild(Device device, long instanceId, LongSupplier room) {
        this.writer = new KeyIndexWriter(device);
        this.packer = new KeyPacker(instanceId, writer);
        this.room = room;
    }

    /** A failure of the device, as opposed to one of the source. */
    static final class DeviceFailure extends IOException {
        private static final long serialVersionUID = 1L;

        DeviceFailure(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** The end of a build that would take more bytes than allowed. */
    static final class NoRoom extends IOException {
        private static final long serialVersionUID = 1L;

        NoRoom(long bytes) {
            super("bytes=" + bytes);
        }
    }

    /**
     * Reads the source to its end and writes the file.
     *
     * @return the header
     * @throws NoRoom when the file would have more bytes than allowed
     * @throws DeviceFailure when the device fails
     * @throws IOException when the source fails, or its keys are not in order
     */
    KeyIndexDescriptor.Header run(KeySource source, SSTableIdentity identity) throws IOException {
        source.forEach(this::add);
        try {
            packer.finish();
            return writer.finish(packer, identity);
        } catch (IOException e) {
            throw new DeviceFailure(e);
        }
    }

    private void add(long token, long position, boolean hasOwnIndex) throws IOException {
        if (!packer.accepts(token, position)) {
            throw new IOException("token=" + token + " position=" + position + ": not in the SSTable's order");
        }
        try {
            packer.add(token, position, hasOwnIndex);
        } catch (IOException e) {
            throw new DeviceFailure(e);
        }
        long bytes = packer.bytes();
        if (bytes - checkedAtBytes >= CHECKED_BYTES) {
            roomBytes = room.getAsLong();
            checkedAtBytes = bytes;
        }
        if (bytes > roomBytes) {
            throw new NoRoom(bytes);
        }
    }
}
