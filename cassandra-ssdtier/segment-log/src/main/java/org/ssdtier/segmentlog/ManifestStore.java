package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.ManifestDescriptor;

/** The store of the manifest, which reads and writes its two copies. */
final class ManifestStore implements AutoCloseable {
    static final String NAME = "manifest";

    private final Device device;
    private final String what;
    private final ByteBuffer buffer = AlignedBuffers.allocate(ManifestDescriptor.COPY_BYTES);

    private ManifestStore(Device device, String what) {
        this.device = device;
        this.what = what;
    }

    static ManifestStore open(Storage storage) throws IOException {
        return new ManifestStore(storage.open(NAME), storage.describe() + " file=" + NAME);
    }

    /**
     * Returns the newest readable copy, or null when the file is empty or all zeros.
     *
     * @throws FormatException when a copy is damaged and the other is not readable, or when a copy is of a version that
     *     is not read; a version error takes precedence over damage
     */
    ManifestDescriptor.@Nullable Fields read() throws IOException {
        ManifestDescriptor.Fields newest = null;
        FormatException damage = null;
        for (int copy = 0; copy < 2; copy++) {
            try {
                ManifestDescriptor.Fields fields = readCopy(copy);
                if (fields != null && (newest == null || fields.epoch() > newest.epoch())) {
                    newest = fields;
                }
            } catch (FormatException e) {
                damage = damage == null || damage instanceof FormatException.Corrupt ? e : damage;
            }
        }
        if (damage != null && (newest == null || !(damage instanceof FormatException.Corrupt))) {
            throw damage;
        }
        return newest;
    }

    /** Returns one copy, or null when it was never written. */
    ManifestDescriptor.@Nullable Fields readCopy(int copy) throws IOException {
        zero();
        device.read(buffer, (long) copy * ManifestDescriptor.COPY_BYTES);
        buffer.clear();
        for (int at = 0; at < ManifestDescriptor.COPY_BYTES; at += Long.BYTES) {
            if (buffer.getLong(at) != 0) {
                return ManifestDescriptor.decode(buffer, what + " copy=" + copy);
            }
        }
        return null;
    }

    /** Preallocates both copies, so that a full device cannot prevent a stop of the log. */
    void allocate() throws IOException {
        if (device.size() < 2L * ManifestDescriptor.COPY_BYTES) {
            device.allocate(2L * ManifestDescriptor.COPY_BYTES);
        }
    }

    /** Writes the next copy in turn and makes it durable. */
    void write(ManifestDescriptor.Fields fields) throws IOException {
        zero();
        ManifestDescriptor.encode(buffer, fields);
        device.write(buffer, fields.epoch() % 2 * ManifestDescriptor.COPY_BYTES);
        device.force();
    }

    private void zero() {
        buffer.clear();
        while (buffer.hasRemaining()) {
            buffer.putLong(0);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        device.close();
    }
}
