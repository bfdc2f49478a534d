package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.List;

/** Bounds and tells the memory of one node. */
interface NodeMemory extends AutoCloseable {
    /** Words before the command that starts the node. */
    List<String> commandPrefix();

    /** From now on the page cache keeps no more than this of what the node reads, beside what its process has now. */
    void limitPageCache(long bytes) throws IOException;

    /** What the page cache keeps for the node, in bytes. */
    long pageCacheBytes() throws IOException;

    /** What the node's process has, in bytes. */
    long processBytes() throws IOException;

    @Override
    void close() throws IOException;

    /** Neither bounds nor knows anything. */
    NodeMemory UNBOUNDED = new NodeMemory() {
        @Override
        public List<String> commandPrefix() {
            return List.of();
        }

        @Override
        public void limitPageCache(long bytes) {}

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
    };
}
