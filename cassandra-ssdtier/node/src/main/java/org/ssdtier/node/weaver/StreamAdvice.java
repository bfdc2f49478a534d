package org.ssdtier.node.weaver;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.catalogue.cassandra.StreamDictionaries;

/** Inlined into {@code CassandraStreamHeader}'s serializer and {@code CassandraStreamReader}: the dictionary goes along. */
final class StreamAdvice {
    private StreamAdvice() {}

    /** A stream's header was written. */
    static final class Write {
        private Write() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) CassandraStreamHeader header, @Advice.Argument(1) DataOutputPlus out)
                throws IOException {
            StreamDictionaries.write(header, out);
        }
    }

    /** A stream's header was measured. */
    static final class Size {
        private Size() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(@Advice.Argument(0) CassandraStreamHeader header, @Advice.Return(readOnly = false) long size) {
            size = size + StreamDictionaries.size(header);
        }
    }

    /** A stream's header was read. */
    static final class Read {
        private Read() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) DataInputPlus in, @Advice.Return CassandraStreamHeader header)
                throws IOException {
            StreamDictionaries.read(header, in);
        }
    }

    /** Rows of a stream are about to be read. */
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
}
