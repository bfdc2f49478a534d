package org.ssdtier.catalogue.cassandra;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.cassandra.config.DatabaseDescriptor;
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

/**
 * What the nodes of a cluster can take of SSTables of the format {@code catalogued}, and in which of three ways one goes to a node:
 * as a whole, in parts as they are on disk, or its rows as Cassandra itself writes them. The last is for whoever says nothing:
 * nodes without the jar or with an older one, and all nodes when a tool sends.
 *
 * <p>A node says it in gossip, in one of the states that Cassandra keeps free and passes on.
 */
public final class StreamPeers {
    /** The last of the free states: it is the last that a later Cassandra takes. */
    static final ApplicationState STATE = ApplicationState.X10;

    private static final Logger log = LoggerFactory.getLogger(StreamPeers.class);
    private static final long LOG_MINUTES = 10;

    /** To whom this thread is about to stream; Cassandra makes the files of a stream without saying for whom. */
    private static final ThreadLocal<InetAddressAndPort> RECEIVER = new ThreadLocal<>();

    private static volatile Function<InetAddressAndPort, @Nullable String> gossip = StreamPeers::inGossip;

    private StreamPeers() {}

    /** For tests: what nodes say. */
    static void use(Function<InetAddressAndPort, @Nullable String> source) {
        gossip = source;
    }

    /** The node begins to gossip. */
    public static void announce(Map<ApplicationState, VersionedValue> states) {
        try {
            String text = StreamAbility.ofThisNode().text();
            states.put(STATE, VersionedValue.unsafeMakeVersionedValue(text, VersionGenerator.getNextVersion()));
        } catch (RuntimeException e) {
            log.warn(
                    "This node does not say what it can read of streams: its peers send it rows as Cassandra's own", e);
        }
    }

    /** A session's files are about to be chosen. */
    public static void choosing(StreamSession session) {
        RECEIVER.set(session.peer);
    }

    /** They were, or that failed. */
    public static void chosen() {
        RECEIVER.remove();
    }

    /**
     * Whether an SSTable may be sent as a whole: one of our format only to a node that has said that it reads the files, and that
     * it writes the table so itself.
     */
    public static boolean isWhole(SSTableReader sstable) {
        if (!(sstable.descriptor.getFormat() instanceof CataloguedFormat)) {
            return true;
        }
        StreamAbility peer = of(RECEIVER.get());
        return peer != null && peer.readsFiles(sstable.descriptor.version) && peer.writes(sstable.metadata());
    }

    /** Whether the peer reads parts of an SSTable of our format as they are on disk. */
    static boolean readsParts(InetAddressAndPort peer, SSTableReader sstable) {
        StreamAbility ability = of(peer);
        if (ability != null && ability.readsParts(sstable.descriptor.version)) {
            return true;
        }
        NoSpamLogger.log(
                log,
                NoSpamLogger.Level.INFO,
                peer.toString(),
                LOG_MINUTES,
                TimeUnit.MINUTES,
                "peer={} has not said that it reads the format {} as this node writes it, said={}; table={} and others go to it "
                        + "as Cassandra's own rows, each SSTable is read twice for that. Put the same drop-in jar on all nodes",
                peer,
                CataloguedFormat.NAME,
                ability == null ? "nothing" : ability.text(),
                sstable.metadata());
        return false;
    }

    private static @Nullable StreamAbility of(@Nullable InetAddressAndPort peer) {
        return peer == null ? null : StreamAbility.parse(gossip.apply(peer));
    }

    /** Null if it said nothing, or if nobody says anything to a tool. */
    private static @Nullable String inGossip(InetAddressAndPort peer) {
        if (!DatabaseDescriptor.isDaemonInitialized()) {
            return null;
        }
        EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(peer);
        VersionedValue said = state == null ? null : state.getApplicationState(STATE);
        return said == null ? null : said.value;
    }
}
