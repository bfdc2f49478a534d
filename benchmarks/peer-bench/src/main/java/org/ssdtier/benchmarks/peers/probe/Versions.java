package org.ssdtier.benchmarks.peers.probe;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The newest acknowledged version of every row; 0 if it was never put. Stored in a mapped file, so that the versions
 * survive a kill of the process.
 */
final class Versions {
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final ByteBuffer versions;
    private final int rows;

    private Versions(ByteBuffer versions, int rows) {
        this.versions = versions;
        this.rows = rows;
    }

    /** Opens the file and creates it if absent. */
    static Versions open(Path file, int rows) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            return new Versions(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) rows * Integer.BYTES), rows);
        }
    }

    int rows() {
        return rows;
    }

    /** Returns the newest version that the store acknowledged before this call. */
    int acknowledged(int row) {
        return (int) INTS.getVolatile(versions, row * Integer.BYTES);
    }

    /** Records a put that has returned. */
    void acknowledge(int row, int version) {
        INTS.setVolatile(versions, row * Integer.BYTES, version);
    }
}
