package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.List;

/** Bounds and tells the memory of one program and of all that it starts. {@link DeviceHost#programMemory} makes it. */
public sealed interface ProgramMemory extends AutoCloseable permits GroupMemory, UnboundedMemory {
    /** Whether it bounds anything; else all figures are 0. */
    boolean isBounded();

    /** The same command line, run inside the bounds from its first moment on. */
    List<String> inside(List<String> command);

    /** From now on the page cache keeps no more than this of what the program reads, beside what it has itself now. */
    void limitPageCache(long bytes) throws IOException;

    /** Ends {@link #limitPageCache}. */
    void liftLimit() throws IOException;

    /** What the page cache keeps for the program, in bytes. */
    long pageCacheBytes() throws IOException;

    /** What the program has itself, in bytes. */
    long processBytes() throws IOException;

    /** Idempotent; ends what is still running inside. */
    @Override
    void close() throws IOException;
}
