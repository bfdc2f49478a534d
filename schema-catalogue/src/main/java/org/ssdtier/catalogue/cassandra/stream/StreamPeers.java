package org.ssdtier.catalogue.cassandra.stream;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionGenerator;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.streaming.StreamSession;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.cassandra.NodeCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;

/**
 * The {@link StreamAbility} of each node of a cluster, and the way in which an SSTable of the format {@code catalogued}
 * is sent to it: as a whole, in parts as they are on disk, or as Cassandra's own rows. The last way is for nodes that
 * publish nothing: those without the jar or with an older one, and all nodes if a tool sends.
 *
 * <p>The ability is published in gossip, in one of the spare application states that Cassandra passes on.
 */
public final class StreamPeers {
    /** The last of the spare states, which a later Cassandra would use last. */
    public static final ApplicationState STATE = ApplicationState.X10;

    private static final Logger logger = LoggerFactory.getLogger(StreamPeers.class);
    private static final long LOG_MINUTES = 10;

    /**
     * The peer for which this thread chooses a stream's files: Cassandra does not pass it on to the code that chooses
     * them.
     */
    private static final ThreadLocal<InetAddressAndPort> RECEIVER = new ThreadLocal<>();

    private static volatile Function<InetAddressAndPort, @Nullable String> gossip = StreamPeers::inGossip;

    private StreamPeers() {}

    /** Replaces gossip as the source of what nodes publish; for tests. */
    public static void use(Function<InetAddressAndPort, @Nullable String> source) {
        gossip = source;
    }

    /**
     * Publishes the ability of this node, which begins to gossip, and starts opening the catalogue: a bootstrapping
     * node soon receives SSTables, whose definitions get IDs if the catalogue is open by then. Does not throw: gossip starts
     * without it.
     */
    public static void announce(Map<ApplicationState, VersionedValue> states) {
        try {
            NodeCatalogue.prepare();
            String text = StreamAbility.ofThisNode().text();
            states.put(STATE, VersionedValue.unsafeMakeVersionedValue(text, VersionGenerator.getNextVersion()));
        } catch (RuntimeException | Error e) {
            logger.warn("Cannot publish what this node reads in a stream: its peers send it Cassandra's own rows", e);
        }
    }

    /** Begins the choice of a session's files, on this thread. */
    public static void beginChoice(StreamSession session) {
        RECEIVER.set(session.peer);
    }

    /** Ends the choice that was begun on this thread. */
    public static void endChoice() {
        RECEIVER.remove();
    }

    /**
     * Returns whether an SSTable may be sent as a whole: one of our format only to a node that reads its files and
     * itself writes the table in the format.
     */
    public static boolean isWhole(SSTableReader sstable) {
        if (!(sstable.descriptor.getFormat() instanceof CataloguedFormat)) {
            return true;
        }
        StreamAbility peer = of(RECEIVER.get());
        return peer != null && peer.readsFiles(sstable.descriptor.version) && peer.writes(sstable.metadata());
    }

    /** Returns whether the peer reads parts of an SSTable of our format as they are on disk. */
    static boolean readsParts(InetAddressAndPort peer, SSTableReader sstable) {
        StreamAbility ability = of(peer);
        if (ability != null && ability.readsParts(sstable.descriptor.version)) {
            return true;
        }
        NoSpamLogger.log(
                logger,
                NoSpamLogger.Level.INFO,
                peer.toString(),
                LOG_MINUTES,
                TimeUnit.MINUTES,
                "peer={} does not publish in gossip that it reads the format {} of this node, published={}; rows of table={} and "
                        + "others are sent as Cassandra's own, and each SSTable is read twice. Put the same drop-in jar on all nodes",
                peer,
                CataloguedFormat.NAME,
                ability == null ? "nothing" : ability.text(),
                sstable.metadata());
        return false;
    }

    /** Returns whether a peer that reads parts accepts the dictionary before them; if not, the whole session would fail. */
    static boolean acceptsDictionary(InetAddressAndPort peer, SSTableReader sstable, CassandraStreamHeader header) {
        StreamAbility ability = of(peer);
        long limit = ability == null ? 0 : ability.dictionaryBytes();
        if (limit >= SchemaListDescriptor.MAX_BODY_BYTES) {
            return true;
        }
        long bytes = StreamDictionaries.bodyBytes(header);
        if (bytes <= limit) {
            return true;
        }
        NoSpamLogger.log(
                logger,
                NoSpamLogger.Level.INFO,
                peer + " dictionary",
                LOG_MINUTES,
                TimeUnit.MINUTES,
                "peer={} accepts dictionaries of bytes={}, that of SSTable={} has {}; rows of it and of others are sent as "
                        + "Cassandra's own, and each SSTable is read twice. Set schema_catalogue.max_dictionary_size alike on all "
                        + "nodes",
                peer,
                limit,
                sstable,
                bytes);
        return false;
    }

    private static @Nullable StreamAbility of(@Nullable InetAddressAndPort peer) {
        return peer == null ? null : StreamAbility.parse(gossip.apply(peer));
    }

    /** Returns the text that a peer published; null if there is none, and in a tool, which receives no gossip. */
    private static @Nullable String inGossip(InetAddressAndPort peer) {
        if (!DatabaseDescriptor.isDaemonInitialized()) {
            return null;
        }
        EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(peer);
        VersionedValue published = state == null ? null : state.getApplicationState(STATE);
        return published == null ? null : published.value;
    }
}
