package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.streaming.CassandraIncomingFile;
import org.apache.cassandra.db.streaming.CassandraOutgoingFile;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.streaming.OutgoingStream;
import org.apache.cassandra.streaming.PreviewKind;
import org.apache.cassandra.streaming.SessionInfo;
import org.apache.cassandra.streaming.StreamCoordinator;
import org.apache.cassandra.streaming.StreamOperation;
import org.apache.cassandra.streaming.StreamReceiver;
import org.apache.cassandra.streaming.StreamResultFuture;
import org.apache.cassandra.streaming.StreamSession;
import org.apache.cassandra.streaming.StreamSummary;
import org.apache.cassandra.streaming.StreamingDataOutputPlus;
import org.apache.cassandra.streaming.async.NettyStreamingConnectionFactory;
import org.apache.cassandra.streaming.messages.StreamMessageHeader;
import org.apache.cassandra.utils.TimeUUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.stream.StreamAbility;
import org.ssdtier.catalogue.cassandra.stream.StreamPeers;

/**
 * A loop that streams SSTables of the embedded node to itself, through all of Cassandra's own classes except the network. The peer is
 * simulated, and a test sets what it publishes in gossip.
 */
public final class StreamLoop {
    private static final InetAddressAndPort PEER = peer();
    private static final int VERSION = MessagingService.current_version;

    private StreamLoop() {}

    /** A kind of peer. */
    public enum Peer {
        /** A peer that publishes nothing: it has no jar, or an older one. */
        SILENT {
            @Override
            @Nullable
            String published() {
                return null;
            }
        },
        /** A peer that reads everything, and writes no table in our format. */
        OFF {
            @Override
            String published() {
                StreamAbility here = StreamAbility.ofThisNode();
                return new StreamAbility(
                                here.sstable(), here.schemas(), here.dictionary(), "off", here.dictionaryBytes())
                        .text();
            }
        },
        /** A peer like this node. */
        ALIKE {
            @Override
            String published() {
                return StreamAbility.ofThisNode().text();
            }
        };

        abstract @Nullable String published();
    }

    /** An SSTable, or parts of it, as sent. */
    record Sent(CassandraStreamHeader header, ByteBuffer bytes) {}

    /**
     * Streams a table's SSTables to the node itself and drops the originals. They are sent either in two streams, each of several
     * ranges, so that they go in parts, or in one stream, so that they may go as a whole.
     */
    public static void replaceAll(ColumnFamilyStore table, Peer peer, Random random) throws IOException {
        publish(peer.published());
        Set<SSTableReader> before = Set.copyOf(table.getLiveSSTables());
        for (List<Range<Token>> ranges : random.nextInt(3) == 0 ? List.of(wholeRing()) : twoHalves(random)) {
            receive(table, send(table, ranges));
        }
        Throwable failed = table.getTracker().dropSSTables(before::contains, OperationType.UNKNOWN, null);
        if (failed != null) {
            throw new IOException(failed);
        }
    }

    /** Sets the text that the peer publishes from now on; null for nothing. */
    static void publish(@Nullable String text) {
        StreamPeers.use(node -> text);
    }

    static List<Range<Token>> wholeRing() {
        Token min = Murmur3Partitioner.instance.getMinimumToken();
        return List.of(new Range<>(min, min));
    }

    private static List<List<Range<Token>>> twoHalves(Random random) {
        long[] tokens = random.longs(5).sorted().distinct().toArray();
        List<List<Range<Token>>> halves = List.of(new ArrayList<>(), new ArrayList<>());
        Token from = Murmur3Partitioner.instance.getMinimumToken();
        for (int i = 0; i <= tokens.length; i++) {
            Token to = i == tokens.length
                    ? Murmur3Partitioner.instance.getMinimumToken()
                    : new Murmur3Partitioner.LongToken(tokens[i]);
            halves.get(i % 2).add(new Range<>(from, to));
            from = to;
        }
        return halves;
    }

    /** Streams a table's SSTables to the peer and returns the streams. */
    static List<Sent> send(ColumnFamilyStore table, Collection<Range<Token>> ranges) throws IOException {
        StreamSession session = session();
        RangesAtEndpoint replicas = ranges.stream()
                .map(range -> Replica.fullReplica(PEER, range))
                .collect(RangesAtEndpoint.collector(PEER));
        List<Sent> sent = new ArrayList<>();
        Collection<OutgoingStream> streams =
                table.getStreamManager().createOutgoingStreams(session, replicas, null, PreviewKind.NONE);
        try {
            for (OutgoingStream stream : streams) {
                sent.add(send(stream, session));
            }
        } finally {
            streams.forEach(OutgoingStream::finish);
        }
        return sent;
    }

    private static Sent send(OutgoingStream stream, StreamSession session) throws IOException {
        try (Output out = new Output()) {
            stream.write(session, out, VERSION);
            byte[] bytes = out.toByteArray();
            CassandraStreamHeader header =
                    CassandraStreamHeader.serializer.deserialize(new DataInputBuffer(bytes), VERSION);
            assertFiles(header, (CassandraOutgoingFile) stream);
            return new Sent(header, ByteBuffer.wrap(bytes));
        }
    }

    /** Checks that as many files were sent as announced, since the receiver waits for that number. */
    private static void assertFiles(CassandraStreamHeader header, CassandraOutgoingFile stream) {
        int files =
                header.isEntireSSTable ? header.componentManifest.components().size() : 1;
        if (files != stream.getNumFiles()) {
            throw new AssertionError("announced files=" + stream.getNumFiles() + ", sent " + files);
        }
    }

    /** Adds the sent SSTables to the table. */
    static void receive(ColumnFamilyStore table, List<Sent> sent) throws IOException {
        TableId id = table.metadata().id;
        StreamSession session = session();
        session.prepareReceiving(new StreamSummary(id, 1, 1));
        StreamReceiver receiver = session.getAggregator(id);
        for (int number = 0; number < sent.size(); number++) {
            StreamMessageHeader message =
                    new StreamMessageHeader(id, PEER, TimeUUID.Generator.nextTimeUUID(), false, 0, number, 0, null);
            CassandraIncomingFile file = new CassandraIncomingFile(table, session, message);
            DataInputBuffer in = new DataInputBuffer(sent.get(number).bytes(), true);
            try {
                file.read(in, VERSION);
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException(e);
            }
            if (in.available() > 0) {
                throw new AssertionError("bytes=" + in.available() + " were not read");
            }
            receiver.received(file);
        }
        receiver.finished();
    }

    private static StreamSession session() {
        StreamCoordinator coordinator = new StreamCoordinator(
                StreamOperation.RESTORE_REPLICA_COUNT,
                1,
                new NettyStreamingConnectionFactory(),
                false,
                false,
                null,
                PreviewKind.NONE);
        StreamResultFuture future = new StreamResultFuture(
                TimeUUID.Generator.nextTimeUUID(), StreamOperation.RESTORE_REPLICA_COUNT, coordinator);
        coordinator.addSessionInfo(
                new SessionInfo(PEER, 0, PEER, List.of(), List.of(), StreamSession.State.INITIALIZED, null));
        StreamSession session = coordinator.getOrCreateOutboundSession(PEER);
        session.init(future);
        return session;
    }

    private static InetAddressAndPort peer() {
        try {
            return InetAddressAndPort.getByName("127.0.0.77:7000");
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An output that keeps everything in memory. */
    private static final class Output extends DataOutputBuffer implements StreamingDataOutputPlus {
        @Override
        public int writeToChannel(Write write, RateLimiter limiter) throws IOException {
            ByteBuffer[] buffer = new ByteBuffer[1];
            write.write(bytes -> {
                buffer[0] = ByteBuffer.allocate(bytes);
                return buffer[0];
            });
            int bytes = buffer[0].remaining();
            write(buffer[0]);
            return bytes;
        }

        @Override
        public long writeFileToChannel(FileChannel file, RateLimiter limiter) throws IOException {
            try (file) {
                ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
                while (bytes.hasRemaining() && file.read(bytes) >= 0) {}
                write(bytes.flip());
                return bytes.limit();
            }
        }

        @Override
        public void flush() {}
    }
}
