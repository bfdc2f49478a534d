package org.ssdtier.node.weaver;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.node.lifetimes.LifetimeHooks;

/** The weaves of the write lifetimes, by Cassandra class; one of them serves the schema catalogue, too. */
final class LifetimeWeaves {
    private static final String HOOKS = LifetimeHooks.class.getName();
    private static final String CONSTRUCTOR = "<init>";

    private LifetimeWeaves() {}

    static List<Weave> all() {
        return List.of(
                commitLogSegment(),
                hintsWriter(),
                sstableWriter(),
                sstableTransaction(),
                zeroCopyWriter(),
                sequentialWriter(),
                fileOutputStream());
    }

    private static Weave commitLogSegment() {
        return new Weave(
                "org.apache.cassandra.db.commitlog.CommitLogSegment",
                builder -> builder.visit(Advice.to(LifetimeAdvice.CommitLogOpened.class)
                                .on(isConstructor().and(takesArguments(2))))
                        .visit(Advice.to(LifetimeAdvice.CommitLogClosed.class)
                                .on(named("internalClose").and(takesArguments(0)))),
                List.of(
                        new Expectation(CONSTRUCTOR, HOOKS, "commitLogOpened"),
                        new Expectation("internalClose", HOOKS, "commitLogClosed")));
    }

    private static Weave hintsWriter() {
        return new Weave(
                "org.apache.cassandra.hints.HintsWriter",
                builder -> builder.visit(Advice.to(LifetimeAdvice.HintsOpened.class)
                                .on(isConstructor().and(takesArguments(6))))
                        .visit(Advice.to(LifetimeAdvice.HintsClosed.class)
                                .on(named("close").and(takesArguments(0)))),
                List.of(
                        new Expectation(CONSTRUCTOR, HOOKS, "hintsOpened"),
                        new Expectation("close", HOOKS, "hintsClosed")));
    }

    private static Weave sstableWriter() {
        return new Weave(
                "org.apache.cassandra.io.sstable.format.SSTableWriter",
                builder -> builder.visit(Advice.to(LifetimeAdvice.SstableBegins.class)
                                .on(isConstructor().and(takesArguments(3))))
                        .visit(Advice.to(LifetimeAdvice.SstableFails.class)
                                .on(named("handleConstructionFailure").and(takesArguments(1))))
                        .visit(Advice.to(FormatChoiceAdvice.AllRows.class)
                                .on(named("onSSTableWriterSwitched").and(takesArguments(0)))),
                List.of(
                        new Expectation(CONSTRUCTOR, HOOKS, "sstableBegins"),
                        new Expectation("onSSTableWriterSwitched", CatalogueHooks.class.getName(), "allRowsWritten"),
                        new Expectation("handleConstructionFailure", HOOKS, "sstableEnds")));
    }

    private static Weave sstableTransaction() {
        return new Weave(
                "org.apache.cassandra.io.sstable.format.SSTableWriter$TransactionalProxy",
                builder -> builder.visit(Advice.to(LifetimeAdvice.SstableEnds.class)
                        .on(named("doPostCleanup").and(takesArguments(1)))),
                List.of(new Expectation("doPostCleanup", HOOKS, "sstableEnds")));
    }

    private static Weave zeroCopyWriter() {
        return new Weave(
                "org.apache.cassandra.io.sstable.SSTableZeroCopyWriter",
                builder -> builder.visit(Advice.to(LifetimeAdvice.StreamBegins.class)
                                .on(isConstructor().and(takesArguments(3))))
                        .visit(Advice.to(LifetimeAdvice.StreamEnds.class)
                                .on(named("finish")
                                        .and(takesArguments(1))
                                        .or(named("abort").and(takesArguments(1)))
                                        .or(named("close").and(takesArguments(0))))),
                List.of(
                        new Expectation(CONSTRUCTOR, HOOKS, "streamBegins"),
                        new Expectation("finish", HOOKS, "streamEnds"),
                        new Expectation("abort", HOOKS, "streamEnds"),
                        new Expectation("close", HOOKS, "streamEnds")));
    }

    /**
     * Covers all files of SSTables but a few small ones, those of secondary indexes included. The constructors differ between
     * releases; the method that opens the file does not.
     */
    private static Weave sequentialWriter() {
        return new Weave(
                "org.apache.cassandra.io.util.SequentialWriter",
                builder -> builder.visit(Advice.to(LifetimeAdvice.FileCreated.class)
                        .on(named("openChannel").and(takesArguments(1)))),
                List.of(new Expectation("openChannel", HOOKS, "fileCreated")));
    }

    /** Covers the remaining files: {@code Filter.db}, {@code CompressionInfo.db}, {@code Summary.db}. */
    private static Weave fileOutputStream() {
        return new Weave(
                "org.apache.cassandra.io.util.FileOutputStreamPlus",
                builder -> builder.visit(Advice.to(LifetimeAdvice.FileCreated.class)
                        .on(isConstructor()
                                .and(takesArguments(2))
                                .and(takesArgument(0, named("org.apache.cassandra.io.util.File"))))),
                List.of(new Expectation(CONSTRUCTOR, HOOKS, "fileCreated")));
    }
}
