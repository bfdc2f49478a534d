package org.ssdtier.node.weaver;

import java.io.IOException;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.streaming.StreamSession;
import org.apache.cassandra.streaming.StreamingDataOutputPlus;
import org.apache.cassandra.utils.concurrent.Ref;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.catalogue.cassandra.stream.StockStream;
import org.ssdtier.catalogue.cassandra.stream.StreamDictionaries;
import org.ssdtier.catalogue.cassandra.stream.StreamPeers;

/** Advice inlined where SSTables are streamed: the dictionary is sent too, and each peer receives a format that it can read. */
final class StreamAdvice {
    private StreamAdvice() {}

    /** Advice for writing a stream's header. */
    static final class Write {
        private Write() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) CassandraStreamHeader header, @Advice.Argument(1) DataOutputPlus out)
                throws IOException {
            StreamDictionaries.write(header, out);
        }
    }

    /** Advice for computing the size of a stream's header. */
    static final class Size {
        private Size() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(@Advice.Argument(0) CassandraStreamHeader header, @Advice.Return(readOnly = false) long size) {
            size = size + StreamDictionaries.size(header);
        }
    }

    /** Advice for reading a stream's header. */
    static final class Read {
        private Read() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) DataInputPlus in, @Advice.Return CassandraStreamHeader header)
                throws IOException {
            StreamDictionaries.read(header, in);
        }
    }

    /** Advice for {@code CassandraStreamReader.getHeader}: rows of a stream are about to be read. */
    static final class Header {
        private Header() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(
                @Advice.FieldValue("header") SerializationHeader.Component component,
                @Advice.Argument(0) TableMetadata table,
                @Advice.Return(readOnly = false) SerializationHeader result) {
            result = StreamDictionaries.header(component, table, result);
        }
    }

    /** Advice for {@code CassandraStreamReader.createWriter}: parts of a streamed SSTable are about to be written. */
    static final class Format {
        private Format() {}

        @Advice.OnMethodEnter
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the argument
        static void enter(
                @Advice.Argument(0) ColumnFamilyStore table,
                @Advice.Argument(value = 4, readOnly = false) SSTableFormat<?, ?> format) {
            format = CatalogueHooks.streamedFormat(table, format);
        }
    }

    /** Advice for {@code CassandraStreamManager.createOutgoingStreams}: the files of a session are chosen. */
    static final class Choose {
        private Choose() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) StreamSession session) {
            StreamPeers.beginChoice(session);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit() {
            StreamPeers.endChoice();
        }
    }

    /** Advice for {@code CassandraOutgoingFile.computeShouldStreamEntireSSTables}: whether a file is sent whole or in parts. */
    static final class Whole {
        private Whole() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(
                @Advice.FieldValue("ref") Ref<SSTableReader> sstable,
                @Advice.Return(readOnly = false) boolean isWhole) {
            isWhole = isWhole && StreamPeers.isWhole(sstable.get());
        }
    }

    /** Advice for {@code CassandraOutgoingFile.write}: a file is sent. */
    static final class Send {
        private Send() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(
                @Advice.FieldValue("ref") Ref<SSTableReader> sstable,
                @Advice.FieldValue("header") CassandraStreamHeader header,
                @Advice.Argument(0) StreamSession session,
                @Advice.Argument(1) StreamingDataOutputPlus out,
                @Advice.Argument(2) int version)
                throws IOException {
            return StockStream.send(sstable.get(), header, session, out, version);
        }
    }

    /** Advice for {@code Gossiper.start}: the stream formats that the node can read are announced. */
    static final class Gossip {
        private Gossip() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(1) Map<ApplicationState, VersionedValue> states) {
            StreamPeers.announce(states);
        }
    }
}
