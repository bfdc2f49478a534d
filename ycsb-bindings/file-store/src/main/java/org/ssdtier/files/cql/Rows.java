package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;

/** Static methods to convert rows of the tables. */
final class Rows {
    private static final String METADATA = "version, chunks, chunk_bytes, mode, modified, sha256, size, type";
    private static final HexFormat HEX = HexFormat.of();

    private Rows() {}

    /** Returns the names of the columns of a file, without its key. */
    static String names(Columns columns) {
        return columns == Columns.CONTENT ? METADATA + ", whole" : METADATA;
    }

    static FileRow file(Row row, StorePath path, Columns columns) {
        FileAttributes attributes = new FileAttributes(
                Objects.requireNonNullElse(row.getInstant("modified"), Instant.EPOCH),
                row.getInt("mode"),
                Objects.requireNonNullElse(row.getString("type"), ""));
        FileStat stat = new FileStat(
                path,
                version(row),
                row.getLong("size"),
                row.getInt("chunks"),
                row.getInt("chunk_bytes"),
                attributes,
                hex(row.getByteBuffer("sha256")));
        Optional<ByteBuffer> content =
                columns == Columns.CONTENT ? Optional.ofNullable(row.getByteBuffer("whole")) : Optional.empty();
        return new FileRow(stat, content);
    }

    static EntryRow entry(Row row, StorePath directory, Columns columns) {
        StorePath path = directory.resolve(bytes(row.getByteBuffer("name")));
        boolean hasFile = !row.isNull("size");
        return new EntryRow(
                path,
                version(row),
                row.getBoolean("is_directory"),
                hasFile ? Optional.of(file(row, path, columns)) : Optional.empty(),
                hasFile || row.isNull("mode") ? OptionalInt.empty() : OptionalInt.of(row.getInt("mode")));
    }

    static BoundStatementBuilder bind(BoundStatementBuilder statement, FileRow row) {
        FileStat stat = row.stat();
        BoundStatementBuilder bound = statement
                .setInt("chunks", stat.chunks())
                .setInt("chunk_bytes", stat.chunkBytes())
                .setInt("mode", stat.attributes().mode())
                .setInstant("modified", stat.modified())
                .setByteBuffer("sha256", ByteBuffer.wrap(HEX.parseHex(stat.sha256())))
                .setLong("size", stat.size())
                .setString("type", stat.type());
        return row.content().isPresent()
                ? bound.setByteBuffer("whole", row.content().get())
                : bound;
    }

    static UUID version(Row row) {
        return Objects.requireNonNull(row.getUuid("version"));
    }

    private static String hex(@Nullable ByteBuffer buffer) {
        return HEX.formatHex(bytes(buffer));
    }

    static byte[] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return new byte[0];
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
