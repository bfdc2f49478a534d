package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.catalogue.cassandra.StreamLoop.Peer;
import org.ssdtier.catalogue.cassandra.StreamLoop.Sent;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.stream.StreamAbility;
import org.ssdtier.catalogue.cassandra.stream.StreamPeers;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Tests of streaming SSTables to peers of each kind: whole or in parts, and the format in which they arrive. */
@Tag("unit")
@ExtendWith(NothingLeft.class)
final class CataloguedStreamsTest {
    private static final int VERSION = MessagingService.current_version;
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final String COLUMNS =
            " (k int, c int, s text static, tags map<text, text>, labels set<text>, n int, PRIMARY KEY (k, c))";

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String table = "streamed" + NAMES.incrementAndGet();

    @AfterEach
    void drop() {
        CataloguedTables.drop(table);
        StreamLoop.publish(null);
    }

    /** Without the weave in CassandraStreamReader, the parts would be written in the sender's format. */
    @ParameterizedTest
    @ValueSource(strings = {"'class': 'LZ4Compressor'", "'enabled': 'false'"})
    void parts_ofAPeerThatWritesTheTableSo_arriveInTheTablesOwnFormat(String compression) throws IOException {
        write(true, compression);
        List<String> before = rows();
        StreamLoop.publish(Peer.OFF.published());
        List<Sent> sent = StreamLoop.send(store(), StreamLoop.wholeRing());
        sent.forEach(stream -> assertTrue(isOurs(stream.header())));
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
        arrive(sent);
        assertFormat(false);
        assertEquals(before, rows());
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        arrive(sent);
        assertFormat(true);
        assertEquals(before, rows());
    }

    @Test
    void parts_ofAPeerThatHasNotConverted_arriveInTheTablesOwnFormat() throws IOException {
        write(false, "'class': 'LZ4Compressor'");
        List<String> before = rows();
        DatabaseDescriptor.setStreamEntireSSTables(false);
        List<Sent> sent;
        try {
            sent = StreamLoop.send(store(), StreamLoop.wholeRing());
        } finally {
            DatabaseDescriptor.setStreamEntireSSTables(true);
        }
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        arrive(sent);
        assertFormat(true);
        assertEquals(before, rows());
    }

    /** A node without the jar receives what Cassandra sends of a table that was never written in our format. */
    @ParameterizedTest
    @ValueSource(strings = {"'class': 'LZ4Compressor'", "'enabled': 'false'"})
    void toAPeerThatPublishesNothing_goCassandrasOwnRows(String compression) throws IOException {
        write(true, compression);
        List<String> before = rows();
        StreamLoop.publish(Peer.SILENT.published());
        for (int i = 0; i < 2; i++) {
            List<Sent> sent = StreamLoop.send(store(), StreamLoop.wholeRing());
            assertEquals(2, sent.size());
            for (Sent stream : sent) {
                assertFalse(stream.header().isEntireSSTable);
                assertEquals(DatabaseDescriptor.getSelectedSSTableFormat(), stream.header().version.format);
                assertTrue(
                        stream.header().version.hasUIntDeletionTime(),
                        stream.header().version.toString());
            }
            CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
            arrive(sent);
            assertFormat(false);
            assertEquals(before, rows());
            CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
            store().forceMajorCompaction(); // now one SSTable, in our format
            write(before.size());
            before = rows();
        }
    }

    /** An aborted session interrupts its threads. Checked by removal: the SSTables could not be read any more. */
    @ParameterizedTest
    @ValueSource(strings = {"'class': 'LZ4Compressor'", "'enabled': 'false'"})
    void interruptedStream_harmsNoSSTable(String compression) throws IOException {
        write(true, compression);
        List<String> before = rows();
        StreamLoop.publish(Peer.SILENT.published());
        Thread.currentThread().interrupt();
        try {
            assertThrows(ClosedChannelException.class, () -> StreamLoop.send(store(), StreamLoop.wholeRing()));
        } finally {
            assertTrue(Thread.interrupted());
        }
        assertEquals(before, rows());
        store().getLiveSSTables().forEach(sstable -> assertFalse(sstable.isMarkedSuspect(), sstable.toString()));
        assertEquals(2, StreamLoop.send(store(), StreamLoop.wholeRing()).size());
    }

    /** Otherwise a repair of a few rows would send a dictionary of up to a megabyte for each SSTable. */
    @Test
    void fewRows_ofAnSSTableWithALongDictionary_goAsCassandrasOwn() throws IOException {
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        node.process("CREATE TABLE " + table + COLUMNS);
        store().disableAutoCompaction();
        Random random = new Random(1);
        for (int k = 0; k < 600; k++) {
            byte[] name = new byte[250];
            random.nextBytes(name);
            String text = ByteBufferUtil.bytesToHex(ByteBuffer.wrap(name));
            for (int c = 0; c < 3; c++) {
                node.process(
                        "INSERT INTO " + table + " (k, c, tags) VALUES (" + k + ", " + c + ", {'" + text + "': 'v'})");
            }
        }
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
        List<String> before = rows();
        SSTableReader sstable = store().getLiveSSTables().iterator().next();
        long dictionary = sstable.descriptor.fileFor(CataloguedFormat.SCHEMAS).length();
        assertTrue(dictionary > 64 << 10, "dictionary bytes=" + dictionary);
        StreamLoop.publish(Peer.OFF.published());
        Token first = sstable.getFirst().getToken();
        List<Sent> few =
                StreamLoop.send(store(), List.of(new Range<>(Murmur3Partitioner.instance.getMinimumToken(), first)));
        assertEquals(1, few.size());
        assertFalse(isOurs(few.get(0).header()));
        arrive(few);
        assertFormat(true);
        List<String> after = rows(table, 1);
        assertEquals(3, after.size());
        assertTrue(before.containsAll(after), after.toString());
    }

    /** The ring is streamed in several ranges: no row is lost or added twice. */
    @ParameterizedTest
    @EnumSource(Peer.class)
    void severalSections_toAnyPeer_arriveOnce(Peer peer) throws IOException {
        write(true, "'class': 'LZ4Compressor'");
        List<String> before = rows();
        for (int seed = 0; seed < 6; seed++) {
            StreamLoop.replaceAll(store(), peer, new Random(seed));
            assertEquals(before, rows(), "seed=" + seed);
            assertFormat(true);
        }
    }

    /** Without the weave in CassandraOutgoingFile, or the check of what the peer publishes, each peer would receive whole SSTables. */
    @Test
    void wholeSstables_goOnlyToPeersThatReadThem_andWriteTheTableSo() throws IOException {
        write(true, "'class': 'LZ4Compressor'");
        assertWays(Peer.ALIKE.published(), true, true);
        assertWays(Peer.OFF.published(), false, true);
        assertWays(null, false, false);
        assertWays("", false, false);
        assertWays("sstable=da-da;schemas=1-2;tables=x", false, false);
        String tables = StreamAbility.ofThisNode().tables();
        assertWays("more=1;sstable=da-dc;schemas=1-12;dictionary=1-9;tables=" + tables, true, true);
        assertWays("sstable=da-da;schemas=1-1;dictionary=1-1;tables=" + tables, false, true);
        assertWays("sstable=da-da;schemas=2-3;dictionary=1-1;tables=" + tables, false, true);
        assertWays("sstable=da-da;schemas=1-2;dictionary=2-2;tables=" + tables, true, false);
        assertWays("sstable=db-db;schemas=1-2;dictionary=1-1;tables=" + tables, false, false);
        assertWays("sstable=da-da;schemas=1-2;dictionary=1-1;tables=ffffffffffffffff", false, true);
        node.process("ALTER TABLE " + table + " WITH extensions = {'schema_catalogue': 'true'}");
        assertWays("sstable=da-da;schemas=1-2;dictionary=1-1;tables=ffffffffffffffff", true, true);
        assertWays(Peer.OFF.published(), false, true);
        node.process("ALTER TABLE " + table + " WITH extensions = {'schema_catalogue': 'false'}");
        assertWays(Peer.ALIKE.published(), false, true);
    }

    /** A peer that refuses a dictionary fails the whole session. Checked by removal: the parts would go with their dictionaries. */
    @Test
    void parts_withADictionaryThatThePeerRefuses_goAsCassandrasOwnRows() throws IOException {
        write(true, "'class': 'LZ4Compressor'");
        String ability = "sstable=da-da;schemas=1-2;dictionary=1-1;tables="
                + StreamAbility.ofThisNode().tables();
        assertWays(ability, true, true);
        assertWays(ability + ";dictionary_bytes=268435456", true, true);
        assertWays(ability + ";dictionary_bytes=1000000", true, true);
        assertWays(ability + ";dictionary_bytes=none", true, true);
        assertWays(ability + ";dictionary_bytes=10", true, false);
        List<String> before = rows();
        StreamLoop.publish("sstable=da-da;schemas=1-2;dictionary=1-1;tables=off;dictionary_bytes=10");
        arrive(StreamLoop.send(store(), StreamLoop.wholeRing()));
        assertFormat(true);
        assertEquals(before, rows());
    }

    /** SSTables in Cassandra's own formats are sent as usual, whatever a peer publishes. */
    @Test
    void sstablesOfCassandrasOwnFormats_goAsAWhole() throws IOException {
        write(false, "'class': 'LZ4Compressor'");
        StreamLoop.publish(null);
        StreamLoop.send(store(), StreamLoop.wholeRing()).forEach(sent -> assertTrue(sent.header().isEntireSSTable));
    }

    /** Without the weave in Gossiper nothing would be published. */
    @Test
    void thisNode_publishesInGossipWhatItCanRead() {
        Map<ApplicationState, VersionedValue> states = new EnumMap<>(ApplicationState.class);
        StreamPeers.announce(states);
        StreamAbility read = StreamAbility.parse(states.get(StreamPeers.STATE).value);
        assertEquals(StreamAbility.ofThisNode(), read);
        String gossiped =
                Gossiper.instance.getApplicationState(FBUtilities.getBroadcastAddressAndPort(), StreamPeers.STATE);
        StreamAbility atStart = StreamAbility.parse(gossiped);
        assertNotNull(atStart, gossiped);
        assertEquals("off", atStart.tables(), "the embedded node starts without the option");
        assertNull(StreamAbility.parse("sstable=da;schemas=1-2;dictionary=1-1;tables=off"));
    }

    /** Checked by removal: the node does not begin to gossip, so it does not start. */
    @Test
    void announce_thatFails_doesNotEndTheStartOfGossip() {
        StreamPeers.announce(new EnumMap<>(ApplicationState.class) {
            @Override
            public VersionedValue put(ApplicationState state, VersionedValue value) {
                throw new InternalError("no memory outside the heap");
            }
        });
    }

    /** A whole SSTable keeps its format although the table is not chosen: an older jar does not check what its peer publishes. */
    @ParameterizedTest
    @ValueSource(strings = {GoldenStreams.PARTS, GoldenStreams.WHOLE})
    void streamOfAnOlderJar_isRead(String name) throws IOException {
        String golden = "golden" + name;
        node.process(GoldenStreams.create(table, false));
        GoldenStreams.writes(table).forEach(node::process);
        List<String> expected = rows();
        byte[] bytes = GoldenStreams.read(name);
        node.process(GoldenStreams.create(golden, true));
        try {
            CassandraStreamHeader header =
                    CassandraStreamHeader.serializer.deserialize(new DataInputBuffer(bytes), VERSION);
            assertEquals(name.equals(GoldenStreams.WHOLE), header.isEntireSSTable);
            StreamLoop.receive(node.table(golden), List.of(new Sent(header, ByteBuffer.wrap(bytes))));
            assertEquals(expected, rows(golden));
            boolean isOurs = node.table(golden)
                            .getLiveSSTables()
                            .iterator()
                            .next()
                            .descriptor
                            .getFormat()
                    instanceof CataloguedFormat;
            assertEquals(header.isEntireSSTable, isOurs);
        } finally {
            node.process("DROP TABLE " + golden);
        }
    }

    @Test
    void streamOfANewerFormatVersion_fails_withWhatIsReadable() throws IOException {
        write(true, "'class': 'LZ4Compressor'");
        for (boolean isWhole : new boolean[] {false, true}) {
            StreamLoop.publish((isWhole ? Peer.ALIKE : Peer.OFF).published());
            Sent sent = StreamLoop.send(store(), StreamLoop.wholeRing()).get(0);
            assertEquals(isWhole, sent.header().isEntireSSTable);
            byte[] newer = sent.bytes().array().clone();
            assertEquals('a', newer[3]); // a length of two bytes, and "da"
            newer[3] = 'b';
            IOException refused = assertThrows(
                    IOException.class,
                    () -> CassandraStreamHeader.serializer.deserialize(new DataInputBuffer(newer), VERSION));
            assertTrue(
                    refused.getMessage().contains("version=db")
                            && refused.getMessage().contains("readable da to da"),
                    refused.getMessage());
        }
    }

    private void assertWays(@Nullable String published, boolean whole, boolean parts) throws IOException {
        StreamLoop.publish(published);
        for (Sent sent : StreamLoop.send(store(), StreamLoop.wholeRing())) {
            assertEquals(whole, sent.header().isEntireSSTable, published);
            assertEquals(whole || parts, isOurs(sent.header()), published);
        }
        DatabaseDescriptor.setStreamEntireSSTables(false);
        try {
            for (Sent sent : StreamLoop.send(store(), StreamLoop.wholeRing())) {
                assertFalse(sent.header().isEntireSSTable, published);
                assertEquals(parts, isOurs(sent.header()), published);
            }
        } finally {
            DatabaseDescriptor.setStreamEntireSSTables(true);
        }
    }

    private static boolean isOurs(CassandraStreamHeader header) {
        return header.version.format instanceof CataloguedFormat;
    }

    /** Replaces the table's SSTables with the sent ones. */
    private void arrive(List<Sent> sent) throws IOException {
        Set<SSTableReader> before = Set.copyOf(store().getLiveSSTables());
        StreamLoop.receive(store(), sent);
        assertNull(store().getTracker().dropSSTables(before::contains, OperationType.UNKNOWN, null));
        LifecycleTransaction.waitForDeletions();
        assertFalse(store().getLiveSSTables().isEmpty());
    }

    private void assertFormat(boolean ours) {
        SSTableFormat<?, ?> expected =
                ours ? CataloguedFormat.instance() : DatabaseDescriptor.getSelectedSSTableFormat();
        store().getLiveSSTables()
                .forEach(sstable -> assertEquals(expected, sstable.descriptor.getFormat(), sstable.toString()));
    }

    private void write(boolean chosen, String compression) {
        if (chosen) {
            CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        }
        node.process("CREATE TABLE " + table + COLUMNS + " WITH compression = {" + compression + "}");
        store().disableAutoCompaction();
        write(0);
        write(1);
    }

    private void write(int flush) {
        for (int k = 0; k < 12; k++) {
            for (int c = 0; c < 30; c++) {
                node.process("INSERT INTO " + table + " (k, c, tags, labels, n) VALUES (" + k + ", " + (c + 25 * flush)
                        + ", {'host" + c % 3 + "': 'h" + c + "', 'rack': '" + flush + "'}, {'l" + c % 2 + "'}, " + c
                        + ")"
                        + (c % 7 == 0 ? " USING TTL 100000" : ""));
            }
            node.process("INSERT INTO " + table + " (k, s) VALUES (" + k + ", 'static" + flush + "')");
            node.process("DELETE FROM " + table + " WHERE k = " + k + " AND c >= 5 AND c < " + (6 + k % 4));
            node.process("DELETE tags['rack'] FROM " + table + " WHERE k = " + k + " AND c = 12");
            node.process("DELETE FROM " + table + " WHERE k = " + k + " AND c = 13");
        }
        node.process("DELETE FROM " + table + " WHERE k = " + (9 + flush));
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    private List<String> rows() {
        return rows(table);
    }

    private List<String> rows(String table) {
        return rows(table, 50);
    }

    private List<String> rows(String table, int atLeast) {
        List<String> rows = new ArrayList<>();
        ResultMessage.Rows result = (ResultMessage.Rows)
                node.process("SELECT k, c, s, tags, labels, n, writetime(n), writetime(s) FROM " + table);
        result.result.rows.forEach(row -> rows.add(row.stream()
                .map(value -> value == null ? "null" : ByteBufferUtil.bytesToHex(value))
                .toList()
                .toString()));
        assertTrue(rows.size() >= atLeast, "rows=" + rows.size());
        return rows;
    }

    private ColumnFamilyStore store() {
        return node.table(table);
    }
}
