package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.List;

/** The memory of a program in a memory group of its own. */
final class BoundedMemory implements ProgramMemory {
    /** The value for no limit that the kernel accepts. */
    static final long UNLIMITED_BYTES = Long.MAX_VALUE >> 12;

    private final MemoryGroup group;

    /**
     * Creates the memory of a program.
     *
     * @param group group of the program, closed with this
     */
    BoundedMemory(MemoryGroup group) {
        this.group = group;
    }

    @Override
    public boolean isBounded() {
        return true;
    }

    @Override
    public List<String> inside(List<String> command) {
        return group.inside(command);
    }

    @Override
    public void limitPageCache(long bytes) throws IOException {
        group.limitPageCache(bytes);
    }

    @Override
    public void liftLimit() throws IOException {
        group.limit(UNLIMITED_BYTES);
    }

    @Override
    public long pageCacheBytes() throws IOException {
        return group.use().cacheBytes();
    }

    @Override
    public long processBytes() throws IOException {
        return group.use().anonymousBytes();
    }

    @Override
    public void close() throws IOException {
        group.close();
    }
}
