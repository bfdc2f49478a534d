package org.ssdtier.keyindex;

import java.io.IOException;
import org.ssdtier.segmentlog.device.Device;

/** The making of one key index from the keys of its SSTable. It ends early when the file grows too large or either side fails. */
final class KeyIndexBuild {
    private final KeyIndexWriter writer;
    private final KeyPacker packer;
    private final long roomBytes;

    KeyIndexBuild(Device device, long instanceId, long roomBytes) {
        this.writer = new KeyIndexWriter(device);
        this.packer = new KeyPacker(instanceId, writer);
        this.roomBytes = roomBytes;
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
     * @throws NoRoom when the file would have more bytes than allowed
     * @throws DeviceFailure when the device fails
     * @throws IOException when the source fails, or its keys are not in order
     */
    void run(KeySource source, SSTableIdentity identity) throws IOException {
        source.forEach(this::add);
        try {
            packer.finish();
            writer.finish(packer, identity);
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
        if (packer.bytes() > roomBytes) {
            throw new NoRoom(packer.bytes());
        }
    }
}
