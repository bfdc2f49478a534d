package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.List;

/** A program in a memory group of its own. */
final class GroupMemory implements ProgramMemory {
    /** No limit, and still a number that the kernel takes. */
    static final long UNLIMITED_BYTES = Long.MAX_VALUE >> 12;

    private final MemoryGroup group;

    /** @param group closed with this */
    GroupMemory(MemoryGroup group) {
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
        MemoryUse use = group.use();
        group.limit(use.usedBytes() - use.cacheBytes() + bytes);
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
