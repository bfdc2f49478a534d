package org.ssdtier.benchmarks.device;

import java.util.List;

/** The memory of a program without root or memory control groups; limits and measures nothing. */
final class UnboundedMemory implements ProgramMemory {
    @Override
    public boolean isBounded() {
        return false;
    }

    @Override
    public List<String> inside(List<String> command) {
        return command;
    }

    @Override
    public void limitPageCache(long bytes) {}

    @Override
    public void liftLimit() {}

    @Override
    public long pageCacheBytes() {
        return 0;
    }

    @Override
    public long processBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
