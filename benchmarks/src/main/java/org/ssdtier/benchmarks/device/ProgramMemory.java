package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.List;

/** The memory of one program and its children, limited and measured. Made by {@link DeviceRegistry#programMemory}. */
public interface ProgramMemory extends AutoCloseable {
    /** Returns whether memory can be limited; if not, all figures are 0. */
    boolean isBounded();

    /** Returns a command line that runs a command under the limit from the start. */
    List<String> inside(List<String> command);

    /** Limits the page cache of the program to a number of bytes in addition to the program's current own memory. */
    void limitPageCache(long bytes) throws IOException;

    /** Ends {@link #limitPageCache}. */
    void liftLimit() throws IOException;

    /** Returns the page cache charged to the program, in bytes. */
    long pageCacheBytes() throws IOException;

    /** Returns the program's own memory, in bytes. */
    long processBytes() throws IOException;

    /** Ends programs that are still running inside. Idempotent. */
    @Override
    void close() throws IOException;
}
