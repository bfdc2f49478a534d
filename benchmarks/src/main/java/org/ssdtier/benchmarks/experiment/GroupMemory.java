package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.List;
import org.ssdtier.benchmarks.device.MemoryGroup;

/** A node in a memory group of its own. */
final class GroupMemory implements NodeMemory {
    private final MemoryGroup group;

    /** @param group closed with this */
    GroupMemory(MemoryGroup group) {
        this.group = group;
    }

    @Override
    public List<String> commandPrefix() {
        return group.inside(List.of());
    }

    @Override
    public void limitPageCache(long bytes) throws IOException {
        group.limit(group.use().anonymousBytes() + bytes);
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
