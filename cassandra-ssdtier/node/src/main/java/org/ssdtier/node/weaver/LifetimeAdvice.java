package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.commitlog.CommitLogSegment;
import org.apache.cassandra.db.lifecycle.LifecycleNewTracker;
import org.apache.cassandra.io.sstable.SSTable;
import org.apache.cassandra.io.sstable.SSTableZeroCopyWriter;
import org.apache.cassandra.io.sstable.format.SSTableWriter;
import org.apache.cassandra.io.util.File;
import org.ssdtier.node.lifetimes.LifetimeHooks;

/** Advice inlined where Cassandra creates files and where they are complete. */
final class LifetimeAdvice {
    private LifetimeAdvice() {}

    /** Advice for {@code CommitLogSegment}'s constructor, which opens the file; all kinds of segment extend this class. */
    static final class CommitLogOpened {
        private CommitLogOpened() {}

        @Advice.OnMethodExit
        static void exit(@Advice.This CommitLogSegment segment) {
            LifetimeHooks.commitLogOpened(segment);
        }
    }

    /** Advice for {@code CommitLogSegment.internalClose}: the last records have been written. */
    static final class CommitLogClosed {
        private CommitLogClosed() {}

        @Advice.OnMethodExit
        static void exit(@Advice.This CommitLogSegment segment, @Advice.FieldValue("endOfBuffer") int endOfBuffer) {
            LifetimeHooks.commitLogClosed(segment, endOfBuffer);
        }
    }

    /** Advice for {@code HintsWriter}'s constructor. */
    static final class HintsOpened {
        private HintsOpened() {}

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("file") File file) {
            LifetimeHooks.hintsOpened(file);
        }
    }

    /** Advice for {@code HintsWriter.close}. */
    static final class HintsClosed {
        private HintsClosed() {}

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("file") File file) {
            LifetimeHooks.hintsClosed(file);
        }
    }

    /**
     * Advice for the start of {@code SSTableWriter}'s constructor. {@code DataComponent.buildWriter} comes later, when secondary
     * indexes have opened their files, and does not know the SSTables that a compaction reads.
     */
    static final class SstableBegins {
        private SstableBegins() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(0) SSTableWriter.Builder<?, ?> builder,
                @Advice.Argument(1) LifecycleNewTracker tracker) {
            LifetimeHooks.sstableBegins(builder, tracker);
        }
    }

    /** Advice for {@code SSTableWriter.handleConstructionFailure}: the writer was not created. */
    static final class SstableFails {
        private SstableFails() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This SSTableWriter writer) {
            LifetimeHooks.sstableEnds(writer);
        }
    }

    /** Advice for {@code SSTableWriter.TransactionalProxy.doPostCleanup}, the last step of a commit or an abort. */
    static final class SstableEnds {
        private SstableEnds() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.FieldValue("this$0") SSTableWriter writer) {
            LifetimeHooks.sstableEnds(writer);
        }
    }

    /** Advice for the start of {@code SSTableZeroCopyWriter}'s constructor, which opens all files. */
    static final class StreamBegins {
        private StreamBegins() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) SSTable.Builder<?, ?> builder) {
            LifetimeHooks.streamBegins(builder);
        }
    }

    /** Advice for the methods with which the use of a {@code SSTableZeroCopyWriter} ends. */
    static final class StreamEnds {
        private StreamEnds() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This SSTableZeroCopyWriter writer) {
            LifetimeHooks.streamEnds(writer);
        }
    }

    /**
     * Advice for {@code SequentialWriter.openChannel} and for the constructor of {@code FileOutputStreamPlus} that creates a file.
     */
    static final class FileCreated {
        private FileCreated() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) File file) {
            LifetimeHooks.fileCreated(file);
        }
    }
}
