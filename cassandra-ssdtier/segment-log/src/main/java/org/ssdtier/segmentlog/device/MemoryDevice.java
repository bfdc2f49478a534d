package org.ssdtier.segmentlog.device;

import java.nio.ByteBuffer;

/** A {@link Device} in memory, for tests and simulations: every write is durable immediately. */
public final class MemoryDevice implements Device {
    private volatile ByteBuffer memory = ByteBuffer.allocate(0);

    /** Creates an empty device. */
    public MemoryDevice() {}

    @Override
    public int read(ByteBuffer destination, long position) {
        ByteBuffer current = memory;
        int bytes = (int) Math.min(destination.remaining(), Math.max(0, current.capacity() - position));
        if (bytes > 0) {
            destination.put(destination.position(), current, (int) position, bytes);
            destination.position(destination.position() + bytes);
        }
        return bytes;
    }

    @Override
    public void write(ByteBuffer source, long position) {
        int bytes = source.remaining();
        allocate(position + bytes);
        memory.put((int) position, source, source.position(), bytes);
        source.position(source.limit());
    }

    @Override
    public void force() {}

    @Override
    public synchronized void allocate(long sizeBytes) {
        ByteBuffer current = memory;
        if (sizeBytes > current.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate(Math.toIntExact(sizeBytes));
            larger.put(0, current, 0, current.capacity());
            memory = larger;
        }
    }

    @Override
    public synchronized void discard() {
        memory = ByteBuffer.allocate(0);
    }

    @Override
    public long size() {
        return memory.capacity();
    }

    /** Does nothing: the content stays for the next opening of the device. */
    @Override
    public void close() {}
}
