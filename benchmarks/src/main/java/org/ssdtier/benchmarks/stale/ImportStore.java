package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.RowContent;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A table that is filled by imports only: a version is written to a second table, flushed, and its SSTable imported. A
 * write is acknowledged when the import has finished. Supports one writer at a time.
 */
public final class ImportStore implements VersionStore {
    private final CqlSession session;
    private final NodeVerbs verbs;
    private final String table;
    private final String source;
    private final Path dataDirectory;
    private final Path exchange;
    private final boolean invalidateCaches;
    private final int contentBytes;
    private final int rowsPerGroup;
    private final SingleRowStore target;
    private final PreparedStatement insertIntoSource;
    private final Set<String> taken = new HashSet<>();
    private long imports;

    /**
     * Creates both tables.
     *
     * @param nodeDirectory home of the node
     * @param invalidateCaches whether Cassandra invalidates the imported keys in its row cache; the tier must be
     *     correct without it
     */
    public ImportStore(
            CqlSession session,
            NodeVerbs verbs,
            String table,
            Shape shape,
            Path nodeDirectory,
            boolean invalidateCaches) {
        this.session = session;
        this.verbs = verbs;
        this.table = table;
        this.source = table + "_source";
        this.rowsPerGroup = shape.rowsPerGroup();
        this.contentBytes = shape.contentBytes();
        this.dataDirectory = nodeDirectory.resolve("data/data").resolve(ProbeTable.KEYSPACE);
        this.exchange = nodeDirectory.resolve("import");
        this.invalidateCaches = invalidateCaches;
        this.target = new SingleRowStore(session, table, rowsPerGroup, contentBytes);
        String name = ProbeTable.KEYSPACE + "." + source;
        session.execute(SingleRowStore.definition(name)
                + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        this.insertIntoSource = session.prepare("INSERT INTO " + name + " (key, version, content) VALUES (?, ?, ?)");
    }

    /** The shape of the rows, as in {@link SingleRowStore}. */
    public record Shape(int rowsPerGroup, int contentBytes) {}

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        long key = (long) partition * rowsPerGroup + row;
        RowContent.execute(session, insertIntoSource.bind(key, version, RowContent.of(key, version, contentBytes)));
        try {
            verbs.flush(source);
            verbs.importSSTables(table, copyNewSSTables(), invalidateCaches);
        } catch (IOException e) {
            throw new StoreException(e.getMessage(), e);
        }
    }

    /**
     * Excludes all rows written so far from later imports. After a crash of the node, a version whose import was in
     * progress is undefined and must not appear later with another import.
     */
    public void excludeWritten() throws IOException {
        verbs.flush(source);
        for (Path file : sourceFiles()) {
            taken.add(file.getFileName().toString());
        }
    }

    /** Copies the SSTables of the last flush into a new directory. */
    private Path copyNewSSTables() throws IOException {
        Path directory = Files.createDirectories(exchange.resolve(String.valueOf(imports++)));
        for (Path file : sourceFiles()) {
            if (taken.add(file.getFileName().toString())) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        return directory;
    }

    private List<Path> sourceFiles() throws IOException {
        try (Stream<Path> tables = Files.list(dataDirectory)) {
            Path directory = tables.filter(path -> path.getFileName().toString().startsWith(source + "-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("directory=" + dataDirectory + ": no table " + source));
            try (Stream<Path> files = Files.list(directory)) {
                return files.filter(Files::isRegularFile).toList();
            }
        }
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        throw new UnsupportedOperationException("rows are imported, never deleted");
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        return target.read(partition, range, versions);
    }
}
