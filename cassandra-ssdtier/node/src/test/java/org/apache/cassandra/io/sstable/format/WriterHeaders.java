package org.apache.cassandra.io.sstable.format;

import org.apache.cassandra.db.SerializationHeader;

/** Access to the headers of SSTables that are being written. */
public final class WriterHeaders {
    private WriterHeaders() {}

    /** Returns the header that an SSTable is written with. */
    public static SerializationHeader of(SSTableWriter writer) {
        return writer.header;
    }
}
