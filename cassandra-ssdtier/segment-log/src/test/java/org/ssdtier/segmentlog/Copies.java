package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;

/** Static methods to copy and damage the devices of a test. */
final class Copies {
    private Copies() {}

    static byte[] bytes(Storage storage, String name) throws IOException {
        try (Device device = storage.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) device.size());
            device.read(all, 0);
            return all.array();
        }
    }

    static void copy(Storage from, Storage to, String name) throws IOException {
        put(to, name, bytes(from, name));
    }

    static void put(Storage to, String name, byte[] bytes) throws IOException {
        try (Device device = to.open(name)) {
            device.write(ByteBuffer.wrap(bytes), 0);
        }
    }

    static void flip(Storage storage, String name, long bit) throws IOException {
        byte[] all = bytes(storage, name);
        all[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
        put(storage, name, all);
    }
}
