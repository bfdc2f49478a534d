package org.ssdtier.node.weaver;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.row.CataloguedRows;

/** Advice inlined into {@code UnfilteredSerializer}: rows of the SSTable format {@code catalogued} skip Cassandra's method body. */
final class RowFormatAdvice {
    private RowFormatAdvice() {}

    /** Advice for writing a row. */
    static final class Write {
        private Write() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(
                @Advice.Argument(0) Row row,
                @Advice.Argument(1) SerializationHelper helper,
                @Advice.Argument(2) DataOutputPlus out,
                @Advice.Argument(3) long previousSize,
                @Advice.Argument(4) int version)
                throws IOException {
            return CataloguedRows.write(row, helper, out, previousSize, version);
        }
    }

    /** Advice for reading a row. */
    static final class Read {
        private Read() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static @Nullable Row enter(
                @Advice.Argument(0) DataInputPlus in,
                @Advice.Argument(1) SerializationHeader header,
                @Advice.Argument(2) DeserializationHelper wanted,
                @Advice.Argument(3) int flags,
                @Advice.Argument(4) int extendedFlags,
                @Advice.Argument(5) Row.Builder builder)
                throws IOException {
            return CataloguedRows.read(in, header, wanted, flags, extendedFlags, builder);
        }

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(@Advice.Enter @Nullable Row ours, @Advice.Return(readOnly = false) Row result) {
            if (ours != null) {
                result = ours;
            }
        }
    }
}
