package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.jspecify.annotations.Nullable;

/** A writer of one form of an image, with names or with schema IDs; it writes the encoding stats and all that follows. */
final class ImageBody {
    private static final Scratch SCRATCH = new Scratch();

    final SerializationHeader header;
    final DataOutputBuffer out;
    private final int version;
    private final SerializationHelper helper;

    ImageBody(ImageLayout layout, SerializationHeader header, DataOutputBuffer out) {
        this.header = header;
        this.out = out;
        this.version = layout.version;
        this.helper = new SerializationHelper(header);
    }

    /** Returns the form whose rows refer to schema IDs, in a thread-local buffer; null if it is not to be written. */
    static @Nullable ImageBody referring(ImageLayout layout, EncodingStats stats) {
        SerializationHeader header = layout.trials.isNext() ? layout.schemas.forWriting(stats) : null;
        return header == null ? null : new ImageBody(layout, header, SCRATCH.empty());
    }

    /** Writes the encoding stats, the partition deletion and the static row. */
    void begin(UnfilteredRowIterator source) throws IOException {
        EncodingStats.serializer.serialize(header.stats(), out);
        DeletionTime deletion = source.partitionLevelDeletion();
        if (!deletion.isLive()) {
            header.writeDeletionTime(deletion, out);
        }
        if (!source.staticRow().isEmpty()) {
            UnfilteredSerializer.serializer.serialize(source.staticRow(), helper, out, version);
        }
    }

    void write(Unfiltered unfiltered) throws IOException {
        UnfilteredSerializer.serializer.serialize(unfiltered, helper, out, version);
    }

    /** Writes the end marker; no row follows. */
    void end() throws IOException {
        UnfilteredSerializer.serializer.writeEndOfPartition(out);
    }
}
