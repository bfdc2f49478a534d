package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** A {@link MemoryStorage} that lets a test look at, and into, every read: a seam for interleavings without threads. */
public final class HookStorage implements Storage {
    private final MemoryStorage storage = new MemoryStorage();
    private Consumer<ByteBuffer> afterRead = bytes -> {};
    private String failing = "";
    private int reads;

    /** Calls a hook with what the next reads bring in, from position 0 to the buffer's position. */
    public void afterRead(Consumer<ByteBuffer> hook) {
        afterRead = hook;
    }

    /** Fails every read of one device; the empty name ends that. */
    public void failReadsOf(String name) {
        failing = name;
    }

    /** Returns how many reads there were. */
    public int reads() {
        return reads;
    }

    @Override
    public Device open(String name) {
        Device device = storage.open(name);
        return new Device() {
            @Override
            public int read(ByteBuffer destination, long position) throws IOException {
                if (position % PAGE_BYTES != 0 || destination.remaining() % PAGE_BYTES != 0) {
                    throw new IOException("unaligned read: position=" + position + " bytes=" + destination.remaining());
                }
                if (name.equals(failing)) {
                    throw new IOException("Input/output error");
                }
                reads++;
                int bytes = device.read(destination, position);
                Consumer<ByteBuffer> hook = afterRead;
                hook.accept(destination);
                return bytes;
            }

            @Override
            public void write(ByteBuffer source, long position) throws IOException {
                if (position % PAGE_BYTES != 0 || source.remaining() % PAGE_BYTES != 0) {
                    throw new IOException("unaligned write: position=" + position + " bytes=" + source.remaining());
                }
                device.write(source, position);
            }

            @Override
            public void force() throws IOException {
                device.force();
            }

            @Override
            public void allocate(long sizeBytes) throws IOException {
                device.allocate(sizeBytes);
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
        };
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
        return "directory=(hooked)";
    }

    @Override
    public void close() {}
}
