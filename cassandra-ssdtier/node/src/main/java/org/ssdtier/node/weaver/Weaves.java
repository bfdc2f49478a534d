package org.ssdtier.node.weaver;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.modifier.Ownership;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.cassandra.tools.SsdRowCacheVerbs;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueConfig;
import org.ssdtier.catalogue.cassandra.row.CataloguedRows;
import org.ssdtier.catalogue.cassandra.sstable.WovenCassandra;
import org.ssdtier.catalogue.cassandra.stream.StockStream;
import org.ssdtier.catalogue.cassandra.stream.StreamDictionaries;
import org.ssdtier.catalogue.cassandra.stream.StreamPeers;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.keyindex.cassandra.KeyIndexConfig;
import org.ssdtier.keyindex.cassandra.KeyIndexHooks;
import org.ssdtier.node.CassandraGuard;
import org.ssdtier.node.IndexReads;
import org.ssdtier.node.NodeStart;
import org.ssdtier.node.lifetimes.LifetimeHooks;
import org.ssdtier.node.lifetimes.WriteLifetimesConfig;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;
import org.ssdtier.rowcache.cassandra.SsdRowCacheConfig;

/** All weaves: those of the row cache and of the schema catalogue, by Cassandra class, and those of {@link LifetimeWeaves}. */
final class Weaves {
    private static final String HOOKS = RowCacheHooks.class.getName();
    private static final String CATALOGUE = CatalogueHooks.class.getName();
    private static final String DICTIONARIES = StreamDictionaries.class.getName();
    private static final String PEERS = StreamPeers.class.getName();
    private static final String ROWS = CataloguedRows.class.getName();
    private static final String START = NodeStart.class.getName();

    private Weaves() {}

    static List<Weave> all() {
        return Stream.concat(ofCacheAndCatalogue().stream(), LifetimeWeaves.all().stream())
                .toList();
    }

    private static List<Weave> ofCacheAndCatalogue() {
        return List.of(
                config(),
                configurationLoader(),
                databaseDescriptor(),
                singlePartitionRead(),
                columnFamilyStore(),
                tracker(),
                lifecycleTransaction(),
                cacheService(),
                cassandraDaemon(),
                nodeTool(),
                unfilteredSerializer(),
                sstableWriterBuilder(),
                bigTableReader(),
                indexWriter("org.apache.cassandra.io.sstable.format.big.BigTableWriter$IndexWriter", 4),
                indexWriter("org.apache.cassandra.io.sstable.format.bti.BtiTableWriter$IndexWriter", 2),
                btiTableReader(),
                compactionManager(),
                tableAttributes(),
                streamHeader(),
                streamReader(),
                streamManager(),
                outgoingFile(),
                gossiper());
    }

    /** Adds public fields, so that Cassandra's loader accepts the names of our blocks. */
    private static Weave config() {
        return new Weave(
                "org.apache.cassandra.config.Config",
                builder -> builder.defineField("ssd_row_cache", SsdRowCacheConfig.class, Visibility.PUBLIC)
                        .defineField("schema_catalogue", SchemaCatalogueConfig.class, Visibility.PUBLIC)
                        .defineField("ssd_key_index", KeyIndexConfig.class, Visibility.PUBLIC)
                        .defineField("write_lifetimes", WriteLifetimesConfig.class, Visibility.PUBLIC)
                        .visit(Advice.to(ConfigAdvice.class).on(MethodDescription::isConstructor)),
                List.of(
                        new Expectation("<init>", START, "defaultConfiguration"),
                        new Expectation("<init>", START, "defaultCatalogueConfiguration"),
                        new Expectation("<init>", START, "defaultKeyIndexConfiguration"),
                        new Expectation("<init>", START, "defaultLifetimesConfiguration")));
    }

    private static Weave configurationLoader() {
        return new Weave(
                "org.apache.cassandra.config.YamlConfigurationLoader",
                advise(LoaderAdvice.class, named("loadConfig").and(takesArgument(0, named("java.net.URL"))))::apply,
                List.of(new Expectation("loadConfig", START, "explainRefusal")));
    }

    private static Weave databaseDescriptor() {
        return new Weave(
                "org.apache.cassandra.config.DatabaseDescriptor",
                advise(
                                DatabaseDescriptorAdvice.ApplyAll.class,
                                named("applyAll").and(takesArguments(0)))
                        .andThen(advise(
                                DatabaseDescriptorAdvice.Formats.class,
                                named("applySSTableFormats").and(takesArguments(2))))
                        .andThen(advise(
                                DatabaseDescriptorAdvice.RowCacheClassName.class,
                                named("getRowCacheClassName").and(takesArguments(0))))::apply,
                List.of(
                        new Expectation("applyAll", START, "checkConfiguration"),
                        new Expectation("applySSTableFormats", CassandraGuard.class.getName(), "check"),
                        new Expectation("getRowCacheClassName", START, "rowCacheClassName")));
    }

    private static Weave singlePartitionRead() {
        return new Weave(
                "org.apache.cassandra.db.SinglePartitionReadCommand",
                advise(ReadAdvice.ThroughCache.class, named("getThroughCache").and(takesArguments(2)))
                        .andThen(advise(
                                ReadAdvice.QueryStorage.class,
                                named("queryStorage").and(takesArguments(2))))::apply,
                List.of(
                        new Expectation("getThroughCache", HOOKS, "read"),
                        new Expectation("queryStorage", HOOKS, "beforeRead")));
    }

    private static Weave columnFamilyStore() {
        String decoratedKey = "org.apache.cassandra.db.DecoratedKey";
        String format = "org.apache.cassandra.io.sstable.format.SSTableFormat";
        return new Weave(
                "org.apache.cassandra.db.ColumnFamilyStore",
                builder -> builder.visit(MemberSubstitution.strict()
                                .method(named("invalidateCachedPartition").and(takesArgument(0, named(decoratedKey))))
                                .replaceWith(method(RowCacheHooks.class, "afterWrite"))
                                .on(named("apply").and(takesArguments(3))))
                        .visit(Advice.to(TableAdvice.Reload.class)
                                .on(named("reload").and(takesArguments(0))))
                        .visit(Advice.to(TableAdvice.CleanupCache.class)
                                .on(named("cleanupCache").and(takesArguments(0))))
                        .visit(Advice.to(TableAdvice.ForceCompact.class)
                                .on(named("forceCompactionKeysIgnoringGcGrace")))
                        .visit(Advice.to(FormatChoiceAdvice.Rewrite.class)
                                .on(named("newSSTableDescriptor").and(takesArguments(1))))
                        .visit(Advice.to(FormatChoiceAdvice.Flush.class)
                                .on(named("newSSTableDescriptor")
                                        .and(takesArguments(2))
                                        .and(takesArgument(1, named(format))))),
                List.of(
                        new Expectation("apply", HOOKS, "afterWrite"),
                        new Expectation("reload", HOOKS, "schemaChanged"),
                        new Expectation("cleanupCache", HOOKS, "cleanedUp"),
                        new Expectation("forceCompactionKeysIgnoringGcGrace", HOOKS, "forceCompactBegins"),
                        new Expectation("forceCompactionKeysIgnoringGcGrace", HOOKS, "forceCompactEnded"),
                        new Expectation("newSSTableDescriptor", CATALOGUE, "newDescriptor"),
                        new Expectation("newSSTableDescriptor", CATALOGUE, "formatOf")));
    }

    private static Weave tracker() {
        String predicate = "com.google.common.base.Predicate";
        return new Weave(
                "org.apache.cassandra.db.lifecycle.Tracker",
                builder -> builder.visit(Advice.to(TrackerAdvice.ReplaceFlushed.class)
                                .on(named("replaceFlushed").and(takesArguments(2))))
                        .visit(Advice.to(TrackerAdvice.AddSSTables.class)
                                .on(named("addSSTablesInternal").and(takesArguments(4))))
                        .visit(Advice.to(TrackerAdvice.DropSSTables.class)
                                .on(named("dropSSTables").and(takesArgument(0, named(predicate))))),
                List.of(
                        new Expectation("replaceFlushed", HOOKS, "beforeFlush"),
                        new Expectation("replaceFlushed", HOOKS, "after"),
                        new Expectation("addSSTablesInternal", HOOKS, "beforeAdd"),
                        new Expectation("addSSTablesInternal", HOOKS, "after"),
                        new Expectation("dropSSTables", HOOKS, "beforeDrop"),
                        new Expectation("dropSSTables", HOOKS, "after")));
    }

    private static Weave lifecycleTransaction() {
        return new Weave(
                "org.apache.cassandra.db.lifecycle.LifecycleTransaction",
                builder -> builder.visit(Advice.to(RewriteAdvice.Checkpoint.class)
                                .on(named("checkpoint").and(takesArguments(1))))
                        .visit(Advice.to(RewriteAdvice.Commit.class)
                                .on(named("doCommit").and(takesArguments(1))))
                        .visit(Advice.to(RewriteAdvice.End.class)
                                .on(named("doPostCleanup").and(takesArguments(1)))),
                List.of(
                        new Expectation("checkpoint", HOOKS, "viewChanges"),
                        new Expectation("doCommit", HOOKS, "transactionCommits"),
                        new Expectation("doPostCleanup", HOOKS, "transactionEnded")));
    }

    private static Weave cacheService() {
        return new Weave(
                "org.apache.cassandra.service.CacheService",
                advise(
                        TableAdvice.InvalidateTable.class,
                        named("invalidateRowCacheForCf").and(takesArguments(1)))::apply,
                List.of(new Expectation("invalidateRowCacheForCf", HOOKS, "tableInvalidated")));
    }

    private static Weave cassandraDaemon() {
        return new Weave(
                "org.apache.cassandra.service.CassandraDaemon",
                builder -> builder.visit(Advice.to(DaemonAdvice.class)
                                .on(named("start").and(takesArguments(0)).and(not(isStatic()))))
                        .visit(MemberSubstitution.strict()
                                .method(named("recoverSegmentsOnDisk").and(takesArguments(0)))
                                .replaceWith(method(CatalogueHooks.class, "replay"))
                                .on(named("setup").and(takesArguments(0)))),
                List.of(
                        new Expectation("setup", CATALOGUE, "replay"),
                        new Expectation("start", HOOKS, "nodeLoaded"),
                        new Expectation("start", HOOKS, "nodeStarted"),
                        new Expectation("start", CATALOGUE, "nodeStarted"),
                        new Expectation("start", KeyIndexHooks.class.getName(), "nodeStarted"),
                        new Expectation("start", LifetimeHooks.class.getName(), "nodeStarted")));
    }

    /** Adds our commands where nodetool creates the builder of its command line; the list of commands itself is hard-coded. */
    private static Weave nodeTool() {
        return new Weave(
                "org.apache.cassandra.tools.NodeTool",
                builder -> builder.visit(MemberSubstitution.strict()
                        .method(named("builder").and(isStatic()).and(takesArguments(String.class)))
                        .replaceWith(method(SsdRowCacheVerbs.class, "builder"))
                        .on(named("execute"))),
                List.of(new Expectation("execute", SsdRowCacheVerbs.class.getName(), "builder")));
    }

    /** Adds the rows of the SSTable format {@code catalogued}, which are distinguished by the header. */
    private static Weave unfilteredSerializer() {
        String row = "org.apache.cassandra.db.rows.Row";
        return new Weave(
                "org.apache.cassandra.db.rows.UnfilteredSerializer",
                builder -> builder.defineField(WovenCassandra.MARK, boolean.class, Visibility.PUBLIC, Ownership.STATIC)
                        .visit(Advice.to(RowFormatAdvice.Write.class)
                                .on(named("serialize").and(takesArguments(5)).and(takesArgument(0, named(row)))))
                        .visit(Advice.to(RowFormatAdvice.Read.class).on(named("deserializeRowBody"))),
                List.of(
                        new Expectation("serialize", ROWS, "write"),
                        new Expectation("deserializeRowBody", ROWS, "read")));
    }

    /** Replaces the header that cleanup and scrub pass from the SSTable they read to a writer of a possibly different format. */
    private static Weave sstableWriterBuilder() {
        return new Weave(
                "org.apache.cassandra.io.sstable.format.SSTableWriter$Builder",
                advise(FormatChoiceAdvice.Header.class, named("setSerializationHeader"))::apply,
                List.of(new Expectation("setSerializationHeader", CATALOGUE, "stockHeader")));
    }

    /** Lets a key index answer in place of the SSTable's own index, where a reader begins to read that. */
    private static Weave bigTableReader() {
        return new Weave(
                "org.apache.cassandra.io.sstable.format.big.BigTableReader",
                builder -> builder.visit(MemberSubstitution.relaxed()
                        .method(named("createReader").and(takesArguments(long.class)))
                        .replaceWithChain(MemberSubstitution.Substitution.Chain.Step.ForDelegation.to(
                                method(IndexReads.class, "indexReader")))
                        .on(named("getRowIndexEntry").and(takesArguments(4)).and(not(isBridge())))),
                List.of(new Expectation("getRowIndexEntry", IndexReads.class.getName(), "indexReader")));
    }

    /** Adds the draft of a key index to the writer of an SSTable's own index. */
    private static Weave indexWriter(String name, int appendArguments) {
        String hooks = KeyIndexHooks.class.getName();
        return new Weave(
                name,
                builder -> builder.defineField(KeyDraftAdvice.FIELD, KeyDraft.class, Visibility.PUBLIC)
                        .visit(Advice.to(KeyDraftAdvice.Begin.class).on(MethodDescription::isConstructor))
                        .visit(Advice.to(KeyDraftAdvice.Append.class)
                                .on(named("append").and(takesArguments(appendArguments))))
                        .visit(Advice.to(KeyDraftAdvice.Prepare.class)
                                .on(named("doPrepare").and(takesArguments(0))))
                        .visit(Advice.to(KeyDraftAdvice.Withdraw.class)
                                .on(named("resetAndTruncate").or(named("doAbort")))),
                List.of(
                        new Expectation("<init>", hooks, "begin"),
                        new Expectation("append", hooks, "written"),
                        new Expectation("doPrepare", hooks, "prepared"),
                        new Expectation("resetAndTruncate", hooks, "withdrawn"),
                        new Expectation("doAbort", hooks, "withdrawn")));
    }

    /**
     * Extends {@code nodetool verify} and {@code sstableverify} to {@code Schemas.db}, and lets a key index answer in place
     * of the SSTable's own index.
     */
    private static Weave btiTableReader() {
        return new Weave(
                "org.apache.cassandra.io.sstable.format.bti.BtiTableReader",
                builder -> builder.visit(Advice.to(VerifyAdvice.class)
                                .on(named("getVerifier").and(takesArguments(4))))
                        .visit(MemberSubstitution.relaxed()
                                .method(named("exactCandidate"))
                                .replaceWithChain(MemberSubstitution.Substitution.Chain.Step.ForDelegation.to(
                                        method(IndexReads.class, "exactCandidate")))
                                .on(named("getExactPosition"))),
                List.of(
                        new Expectation("getVerifier", CATALOGUE, "verifier"),
                        new Expectation("getExactPosition", IndexReads.class.getName(), "exactCandidate")));
    }

    /** Makes {@code nodetool upgradesstables} convert SSTables, and {@code nodetool cleanup} report the ranges it keeps. */
    private static Weave compactionManager() {
        return new Weave(
                "org.apache.cassandra.db.compaction.CompactionManager",
                advise(
                                FormatChoiceAdvice.Upgrade.class,
                                named("performSSTableRewrite").and(takesArguments(5)))
                        .andThen(advise(
                                RewriteAdvice.Cleanup.class,
                                named("doCleanupOne").and(takesArguments(5))))::apply,
                List.of(
                        new Expectation("performSSTableRewrite", CATALOGUE, "conversion"),
                        new Expectation("doCleanupOne", HOOKS, "cleanupBegins")));
    }

    /** Makes {@code WITH extensions = …} effective: Cassandra's CQL accepts the property but ignores it. */
    private static Weave tableAttributes() {
        return new Weave(
                "org.apache.cassandra.cql3.statements.schema.TableAttributes",
                advise(FormatChoiceAdvice.Extensions.class, named("build").and(takesArguments(1)))::apply,
                List.of(new Expectation("build", CATALOGUE, "extensions")));
    }

    /** Sends the dictionary before parts of an SSTable, which are streamed as they are on disk. */
    private static Weave streamHeader() {
        return new Weave(
                "org.apache.cassandra.db.streaming.CassandraStreamHeader$CassandraStreamHeaderSerializer",
                builder -> builder.visit(Advice.to(StreamAdvice.Write.class)
                                .on(named("serialize").and(takesArguments(3)).and(not(isBridge()))))
                        .visit(Advice.to(StreamAdvice.Size.class)
                                .on(named("serializedSize")
                                        .and(takesArguments(2))
                                        .and(not(isBridge()))))
                        .visit(Advice.to(StreamAdvice.Read.class)
                                .on(named("deserialize").and(takesArguments(3)))),
                List.of(
                        new Expectation("serialize", DICTIONARIES, "write"),
                        new Expectation("serializedSize", DICTIONARIES, "size"),
                        new Expectation("deserialize", DICTIONARIES, "read")));
    }

    private static Weave streamReader() {
        return new Weave(
                "org.apache.cassandra.db.streaming.CassandraStreamReader",
                advise(StreamAdvice.Header.class, named("getHeader").and(takesArguments(1)))
                        .andThen(advise(
                                StreamAdvice.Format.class, named("createWriter").and(takesArguments(5))))::apply,
                List.of(
                        new Expectation("getHeader", DICTIONARIES, "header"),
                        new Expectation("createWriter", CATALOGUE, "streamedFormat")));
    }

    /** Captures the peer of a stream's files, which Cassandra does not pass on. */
    private static Weave streamManager() {
        return new Weave(
                "org.apache.cassandra.db.streaming.CassandraStreamManager",
                advise(StreamAdvice.Choose.class, named("createOutgoingStreams").and(takesArguments(4)))::apply,
                List.of(
                        new Expectation("createOutgoingStreams", PEERS, "beginChoice"),
                        new Expectation("createOutgoingStreams", PEERS, "endChoice")));
    }

    /** Sends an SSTable to each peer in a form that the peer can read. */
    private static Weave outgoingFile() {
        return new Weave(
                "org.apache.cassandra.db.streaming.CassandraOutgoingFile",
                advise(
                                StreamAdvice.Whole.class,
                                named("computeShouldStreamEntireSSTables").and(takesArguments(0)))
                        .andThen(advise(StreamAdvice.Send.class, named("write").and(takesArguments(3))))::apply,
                List.of(
                        new Expectation("computeShouldStreamEntireSSTables", PEERS, "isWhole"),
                        new Expectation("write", StockStream.class.getName(), "send")));
    }

    /** Announces the stream formats that the node can read. */
    private static Weave gossiper() {
        return new Weave(
                "org.apache.cassandra.gms.Gossiper",
                advise(StreamAdvice.Gossip.class, named("start").and(takesArguments(2)))::apply,
                List.of(new Expectation("start", PEERS, "announce")));
    }

    private static UnaryOperator<DynamicType.Builder<?>> advise(
            Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return builder -> builder.visit(Advice.to(advice).on(methods));
    }

    private static Method method(Class<?> owner, String name) {
        return Arrays.stream(owner.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(owner + " has no public method " + name));
    }
}
