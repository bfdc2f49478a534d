package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.Versions;
import org.ssdtier.files.table.Bucket;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.Slice;
import org.ssdtier.files.table.StoreTables;

/** The statements of a store as CQL, with the consistency levels and the datacentre of one class of operations. */
final class CqlTables implements StoreTables {
    private static final int CONTENT_PAGE = 32;
    private static final int METADATA_PAGE = 1_000;
    private static final int IN_FLIGHT = 64;
    /** Time beyond that of any row of a bucket: clocks of clients may be ahead. */
    private static final long DROP_AHEAD_MICROS = 3_600_000_000L;

    /** Name of the setting with the permission bits of the root, in octal; the other settings are never changed. */
    private static final String ROOT_MODE = "root_mode";

    private static final String IN_BUCKET =
            " WHERE directory = :directory AND generation = :generation" + " AND bucket = :bucket";
    private static final String FILE_NAMES = "chunks, chunk_bytes, mode, modified, sha256, size, type, whole";
    private static final String FILE_VALUES = ":chunks, :chunk_bytes, :mode, :modified, :sha256, :size, :type, :whole";

    private final CqlSession session;
    private final Statements statements;
    private final String keyspace;
    private final Access access;
    private final String profile;

    /**
     * Creates the statements.
     *
     * @param profile execution profile of the driver; empty = the default one
     */
    CqlTables(CqlSession session, Statements statements, String keyspace, Access access, String profile) {
        this.session = session;
        this.statements = statements;
        this.keyspace = '"' + keyspace + "\".";
        this.access = access;
        this.profile = profile;
    }

    @Override
    public List<Optional<FileRow>> files(List<StorePath> paths, Columns columns) throws IOException {
        String cql = "SELECT " + Rows.names(columns) + " FROM " + keyspace + "files WHERE path = :path LIMIT 1";
        List<Optional<FileRow>> rows = new ArrayList<>(paths.size());
        for (int begin = 0; begin < paths.size(); begin += IN_FLIGHT) {
            List<StorePath> some = paths.subList(begin, Math.min(paths.size(), begin + IN_FLIGHT));
            List<BoundStatement> requests = new ArrayList<>(some.size());
            for (StorePath path : some) {
                requests.add(reading(cql).setByteBuffer("path", path.buffer()).build());
            }
            List<CompletionStage<AsyncResultSet>> answers = executeAll(requests);
            for (int i = 0; i < some.size(); i++) {
                StorePath path = some.get(i);
                rows.add(Optional.ofNullable(await(answers.get(i)).one()).map(row -> Rows.file(row, path, columns)));
            }
        }
        return rows;
    }

    private List<CompletionStage<AsyncResultSet>> executeAll(List<BoundStatement> requests) throws StoreException {
        return CqlCalls.run(() -> requests.stream().map(session::executeAsync).toList());
    }

    private static AsyncResultSet await(CompletionStage<AsyncResultSet> answer) throws IOException {
        try {
            return answer.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw CqlCalls.failure(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    @Override
    public void putFile(FileRow row, boolean replaces) throws IOException {
        String insert = "INSERT INTO " + keyspace + "files (path, version, " + FILE_NAMES
                + ") VALUES (:path, :version, " + FILE_VALUES + ") USING TIMESTAMP :micros";
        String delete =
                "DELETE FROM " + keyspace + "files USING TIMESTAMP :micros WHERE path = :path AND version < :version";
        FileRow of = row;
        write(writing(replaces ? both(insert, delete) : insert), of.stat().version(), statement -> Rows.bind(
                        statement, of)
                .setByteBuffer("path", of.stat().path().buffer()));
    }

    private static String both(String insert, String delete) {
        return "BEGIN UNLOGGED BATCH " + insert + "; " + delete + "; APPLY BATCH";
    }

    @Override
    public void deleteFile(StorePath path, UUID upTo) throws IOException {
        String cql =
                "DELETE FROM " + keyspace + "files USING TIMESTAMP :micros WHERE path = :path AND version <= :version";
        write(writing(cql), upTo, statement -> statement.setByteBuffer("path", path.buffer()));
    }

    @Override
    public Optional<EntryRow> entry(Bucket bucket, StorePath path, Columns columns) throws IOException {
        String cql = select(columns) + " AND name = :name LIMIT 1";
        BoundStatementBuilder statement = in(bucket, reading(cql)).setByteBuffer("name", ByteBuffer.wrap(path.name()));
        return Optional.ofNullable(execute(statement).one()).map(row -> Rows.entry(row, bucket.directory(), columns));
    }

    private String select(Columns columns) {
        return "SELECT name, is_directory, " + Rows.names(columns) + " FROM " + keyspace + "names" + IN_BUCKET;
    }

    @Override
    public void putEntry(Bucket bucket, EntryRow row, boolean replaces) throws IOException {
        execute(insert(bucket, row, replaces));
    }

    @Override
    public void putEntries(Bucket bucket, List<EntryRow> rows) throws IOException {
        BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED)
                .setConsistencyLevel(access.writes())
                .setIdempotence(true);
        for (EntryRow row : rows) {
            batch.addStatement(insert(bucket, row, false).build());
        }
        BatchStatement built = (profile.isEmpty() ? batch : batch.setExecutionProfileName(profile)).build();
        CqlCalls.run(() -> session.execute(built));
    }

    private BoundStatementBuilder insert(Bucket bucket, EntryRow row, boolean replaces) throws StoreException {
        boolean hasFile = row.file().isPresent();
        boolean hasMode = row.mode().isPresent();
        String insert = "INSERT INTO " + keyspace + "names (directory, generation, bucket, name, version, is_directory"
                + (hasFile ? ", " + FILE_NAMES : hasMode ? ", mode" : "")
                + ") VALUES (:directory, :generation, :bucket, :name, :version, :is_directory"
                + (hasFile ? ", " + FILE_VALUES : hasMode ? ", :mode" : "") + ") USING TIMESTAMP :micros";
        String delete = "DELETE FROM " + keyspace + "names USING TIMESTAMP :micros" + IN_BUCKET
                + " AND name = :name AND version < :version";
        BoundStatementBuilder bound = in(bucket, writing(replaces ? both(insert, delete) : insert))
                .setByteBuffer("name", ByteBuffer.wrap(row.path().name()))
                .setBoolean("is_directory", row.isDirectory());
        if (hasMode) {
            bound = bound.setInt("mode", row.mode().getAsInt());
        }
        return versioned(hasFile ? Rows.bind(bound, row.file().get()) : bound, row.version());
    }

    @Override
    public void deleteEntry(Bucket bucket, StorePath path, UUID upTo) throws IOException {
        String cql = "DELETE FROM " + keyspace + "names USING TIMESTAMP :micros" + IN_BUCKET
                + " AND name = :name AND version <= :version";
        write(writing(cql), upTo, statement -> in(bucket, statement)
                .setByteBuffer("name", ByteBuffer.wrap(path.name())));
    }

    @Override
    public List<EntryRow> entries(Bucket bucket, @Nullable StorePath after, int limit, Columns columns)
            throws IOException {
        List<EntryRow> entries = new ArrayList<>();
        byte[] name = after == null ? new byte[0] : after.name();
        int read = limit;
        while (entries.size() < limit && read == limit) {
            read = add(execute(first(bucket, name, limit, columns)), bucket, columns, entries);
            if (!entries.isEmpty()) {
                name = entries.get(entries.size() - 1).path().name();
            }
        }
        return entries.size() > limit ? entries.subList(0, limit) : entries;
    }

    @Override
    public List<List<EntryRow>> entriesOfEach(
            List<Bucket> buckets, @Nullable StorePath after, int limit, Columns columns) throws IOException {
        List<List<EntryRow>> all = new ArrayList<>(buckets.size());
        for (int begin = 0; begin < buckets.size(); begin += IN_FLIGHT) {
            List<Bucket> some = buckets.subList(begin, Math.min(buckets.size(), begin + IN_FLIGHT));
            List<BoundStatement> requests = new ArrayList<>(some.size());
            for (Bucket bucket : some) {
                requests.add(first(bucket, after == null ? new byte[0] : after.name(), limit, columns)
                        .build());
            }
            List<CompletionStage<AsyncResultSet>> answers = executeAll(requests);
            for (int i = 0; i < some.size(); i++) {
                AsyncResultSet answer = await(answers.get(i));
                List<EntryRow> found = new ArrayList<>();
                int read = add(answer.currentPage(), some.get(i), columns, found);
                boolean isWhole = !answer.hasMorePages() && (found.size() == limit || read < limit);
                all.add(isWhole ? found : entries(some.get(i), after, limit, columns));
            }
        }
        return all;
    }

    private BoundStatementBuilder first(Bucket bucket, byte[] after, int limit, Columns columns) throws StoreException {
        return in(bucket, reading(select(columns) + " AND name > :name LIMIT :rows"))
                .setByteBuffer("name", ByteBuffer.wrap(after))
                .setInt("rows", limit)
                .setPageSize(columns == Columns.CONTENT ? CONTENT_PAGE : METADATA_PAGE);
    }

    /** Adds the first row of each name, the greatest version. Returns the number of rows read. */
    private static int add(Iterable<Row> rows, Bucket bucket, Columns columns, List<EntryRow> entries)
            throws IOException {
        int[] read = new int[1];
        CqlCalls.run(() -> {
            for (Row row : rows) {
                read[0]++;
                EntryRow entry = Rows.entry(row, bucket.directory(), columns);
                EntryRow last = entries.isEmpty() ? null : entries.get(entries.size() - 1);
                if (last == null || !last.path().equals(entry.path())) {
                    entries.add(entry);
                }
            }
            return true;
        });
        return read[0];
    }

    @Override
    public void deleteBucket(Bucket bucket) throws IOException {
        long micros = System.currentTimeMillis() * 1_000 + DROP_AHEAD_MICROS;
        execute(in(bucket, writing("DELETE FROM " + keyspace + "names USING TIMESTAMP :micros" + IN_BUCKET))
                .setLong("micros", micros));
    }

    @Override
    public Optional<ByteBuffer> chunk(Chunk chunk) throws IOException {
        String cql = "SELECT content FROM " + keyspace
                + "chunks WHERE path = :path AND version = :version AND number = :number";
        return Optional.ofNullable(execute(of(chunk, reading(cql))).one()).map(row -> row.getByteBuffer("content"));
    }

    @Override
    public void putChunk(Chunk chunk, ByteBuffer content) throws IOException {
        String cql = "INSERT INTO " + keyspace
                + "chunks (path, version, number, content) VALUES (:path, :version, :number, :content)";
        execute(of(chunk, writing(cql)).setByteBuffer("content", content));
    }

    @Override
    public void deleteChunk(Chunk chunk) throws IOException {
        String cql =
                "DELETE FROM " + keyspace + "chunks WHERE path = :path AND version = :version AND number = :number";
        execute(of(chunk, writing(cql)));
    }

    private static BoundStatementBuilder of(Chunk chunk, BoundStatementBuilder statement) {
        return statement
                .setByteBuffer("path", chunk.path().buffer())
                .setUuid("version", chunk.version())
                .setInt("number", chunk.number());
    }

    @Override
    public void addDirectory(StorePath directory) throws IOException {
        String cql = "INSERT INTO " + keyspace + "directories (path) VALUES (:path)";
        execute(writing(cql).setByteBuffer("path", directory.buffer()));
    }

    @Override
    public OptionalInt rootMode() throws IOException {
        String cql = "SELECT value FROM " + keyspace + "settings WHERE name = '" + ROOT_MODE + "'";
        Row row = execute(reading(cql)).one();
        String mode = row == null ? null : row.getString("value");
        return mode == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(mode, 8));
    }

    @Override
    public void putRootMode(int mode) throws IOException {
        String cql = "INSERT INTO " + keyspace + "settings (name, value) VALUES ('" + ROOT_MODE + "', :value)";
        execute(writing(cql).setString("value", Integer.toOctalString(mode)));
    }

    @Override
    public Layout layout(StorePath directory) throws IOException {
        String cql = "SELECT generation, target, phase FROM " + keyspace + "directories WHERE path = :path";
        Row row =
                execute(reading(cql).setByteBuffer("path", directory.buffer())).one();
        String phase = row == null ? null : row.getString("phase");
        return row == null || phase == null
                ? Layout.FIRST
                : new Layout(row.getInt("generation"), row.getInt("target"), Layout.Phase.valueOf(phase));
    }

    @Override
    public boolean changeLayout(StorePath directory, Layout expected, Layout layout) throws IOException {
        String cql = "UPDATE " + keyspace + "directories SET generation = :generation, target = :target,"
                + " phase = :phase WHERE path = :path IF generation = :generation_was AND target = :target_was"
                + " AND phase = :phase_was";
        BoundStatementBuilder statement = writing(cql)
                .setIdempotence(false)
                .setInt("generation", layout.generation())
                .setInt("target", layout.target())
                .setString("phase", layout.phase().name())
                .setByteBuffer("path", directory.buffer());
        // the first layout of a directory is not recorded
        boolean isFirst = expected.equals(Layout.FIRST);
        statement = isFirst
                ? statement.setToNull("generation_was").setToNull("target_was").setToNull("phase_was")
                : statement
                        .setInt("generation_was", expected.generation())
                        .setInt("target_was", expected.target())
                        .setString("phase_was", expected.phase().name());
        return execute(statement).wasApplied();
    }

    @Override
    public void scanFiles(Slice slice, Columns columns, Receiver<FileRow> receiver) throws IOException {
        String cql = "SELECT path, " + Rows.names(columns) + " FROM " + keyspace
                + "files WHERE token(path) > :after AND token(path) <= :last PER PARTITION LIMIT 1";
        scan(
                cql,
                slice,
                columns,
                row -> receiver.accept(Rows.file(row, StorePath.of(Rows.bytes(row.getByteBuffer("path"))), columns)));
    }

    @Override
    public void scanDirectories(Slice slice, Receiver<StorePath> receiver) throws IOException {
        String cql = "SELECT path FROM " + keyspace + "directories WHERE token(path) > :after AND token(path) <= :last";
        scan(cql, slice, Columns.METADATA, row -> receiver.accept(StorePath.of(Rows.bytes(row.getByteBuffer("path")))));
    }

    @Override
    public void scanChunks(Slice slice, Receiver<Chunk> receiver) throws IOException {
        String cql = "SELECT path, version, number FROM " + keyspace + "chunks"
                + " WHERE token(path, version, number) > :after AND token(path, version, number) <= :last";
        scan(
                cql,
                slice,
                Columns.METADATA,
                row -> receiver.accept(new Chunk(
                        StorePath.of(Rows.bytes(row.getByteBuffer("path"))), Rows.version(row), row.getInt("number"))));
    }

    private void scan(String cql, Slice slice, Columns columns, Receiver<Row> receiver) throws IOException {
        BoundStatementBuilder statement = reading(cql)
                .setLong("after", slice.after())
                .setLong("last", slice.last())
                .setPageSize(columns == Columns.CONTENT ? CONTENT_PAGE : METADATA_PAGE);
        Optional<TokenMap> tokens = session.getMetadata().getTokenMap();
        if (tokens.isPresent()) {
            statement = statement.setRoutingToken(tokens.get().parse(Long.toString(slice.last())));
        }
        ResultSet rows = execute(statement);
        Row row = CqlCalls.run(rows::one);
        while (row != null) {
            receiver.accept(row);
            row = CqlCalls.run(rows::one);
        }
    }

    private static BoundStatementBuilder in(Bucket bucket, BoundStatementBuilder statement) {
        return statement
                .setByteBuffer("directory", bucket.directory().buffer())
                .setInt("generation", bucket.generation())
                .setInt("bucket", bucket.number());
    }

    /** A binding of the values of a statement, other than its version. */
    private interface Values {
        BoundStatementBuilder bind(BoundStatementBuilder statement);
    }

    private void write(BoundStatementBuilder statement, UUID version, Values values) throws IOException {
        execute(versioned(values.bind(statement), version));
    }

    private static BoundStatementBuilder versioned(BoundStatementBuilder statement, UUID version) {
        return statement.setUuid("version", version).setLong("micros", Versions.micros(version));
    }

    private BoundStatementBuilder reading(String cql) throws StoreException {
        return prepared(cql).setConsistencyLevel(access.reads());
    }

    private BoundStatementBuilder writing(String cql) throws StoreException {
        return prepared(cql).setConsistencyLevel(access.writes());
    }

    private BoundStatementBuilder prepared(String cql) throws StoreException {
        BoundStatementBuilder statement =
                statements.of(cql, profile).boundStatementBuilder().setIdempotence(true);
        return profile.isEmpty() ? statement : statement.setExecutionProfileName(profile);
    }

    private ResultSet execute(BoundStatementBuilder statement) throws IOException {
        return CqlCalls.run(() -> session.execute(statement.build()));
    }
}
