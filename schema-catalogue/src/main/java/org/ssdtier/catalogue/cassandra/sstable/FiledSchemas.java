package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListReader;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.row.LostRows;
import org.ssdtier.catalogue.cassandra.row.RowSchema;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schemas of a complete SSTable. Only their IDs are kept here. A definition is in {@link NodeDefinitions} or is
 * read when a row needs it: from the node's catalogue on its SSD or, if the catalogue lacks it, is absent or does not
 * answer, from {@code Schemas.db} by position.
 *
 * <p>The ID of an opened SSTable's definition is found by looking up the definition in the catalogue; it is never read
 * from the file. So an ID here always stands for exactly that definition, whichever catalogue assigned the IDs in the
 * file, even an older copy of this one. For the look-up the whole file is read, once rows have needed as many single
 * definitions as cost about the same.
 *
 * <p>Once damage is found, the schemas that can be salvaged are used instead; if the device has failed, for a minute, because it may
 * fail only for now.
 */
final class FiledSchemas extends RowSchemas {
    /**
     * The number of definitions that cost about as much, when the whole file is read, as one that is read on its own,
     * which takes the 32 of its frame and two seeks.
     */
    private static final int WHOLE_PER_SINGLE = 64;

    /** The time until a device that has failed is read again. */
    static final long RETRY_NANOS = 60_000_000_000L;

    private final SchemasFile file;
    private final int count;
    private final int space = SchemaNumbers.newSpace();
    private final AtomicInteger singles = new AtomicInteger();
    private final ReentrantLock loading = new ReentrantLock();
    private volatile @Nullable SchemaNumbers numbers;
    private volatile @Nullable Salvaged salvaged;
    private volatile long nextLoadNanos = NanoClock.SYSTEM.getAsLong();

    /** The schemas that could be salvaged from the damaged file, and when. */
    private record Salvaged(RowSchemas schemas, boolean isForGood, long nanos) {
        boolean isOver() {
            return !isForGood && NanoClock.SYSTEM.getAsLong() - nanos > RETRY_NANOS;
        }
    }

    private FiledSchemas(SchemasFile file, int count, @Nullable SchemaNumbers numbers) {
        this.file = file;
        this.count = count;
        this.numbers = numbers;
    }

    /**
     * Returns the schemas of an SSTable that is opened.
     *
     * @param count number of definitions in the file
     */
    static FiledSchemas opened(Path file, int count) {
        return opened(new SchemasFile(file), count);
    }

    static FiledSchemas opened(SchemasFile file, int count) {
        return new FiledSchemas(file, count, null);
    }

    /**
     * Returns the schemas of an SSTable that this node has written.
     *
     * @param instanceId identity of the catalogue that assigned the IDs
     * @param ids schema IDs by ordinal, from 1 on; {@link SchemaIds#NONE} for a definition without one
     */
    static FiledSchemas written(Path file, long instanceId, int[] ids) {
        return new FiledSchemas(
                new SchemasFile(file), ids.length, SchemaNumbers.of(instanceId, ids, CurrentCatalogue.epoch()));
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public RowSchema get(int ordinal) throws IOException {
        RowSchemas left = left();
        if (left != null) {
            return left.get(ordinal);
        }
        if (ordinal <= INLINE || ordinal > count) {
            throw corrupt(ordinal, count);
        }
        SchemaNumbers known = numbers;
        long number = number(known, ordinal);
        RowSchema schema = NodeDefinitions.NODE.get(number);
        if (schema != null) {
            return schema;
        }
        int id = known == null ? SchemaIds.NONE : known.id(ordinal);
        SchemaDefinition definition =
                known == null || id == SchemaIds.NONE ? null : CatalogueReads.NODE.resolve(known.instanceId(), id);
        return definition == null ? fromFile(ordinal, number) : NodeDefinitions.NODE.add(number, definition);
    }

    /**
     * Returns the number of an ordinal in {@link NodeDefinitions}: that of its ID in the catalogue, which all SSTables
     * share, or one of the SSTable's own if it has no ID.
     */
    private long number(@Nullable SchemaNumbers known, int ordinal) {
        int id = known == null ? SchemaIds.NONE : known.id(ordinal);
        return known == null || id == SchemaIds.NONE
                ? SchemaNumbers.number(space, ordinal)
                : SchemaNumbers.number(known.space(), id);
    }

    /** Keeps all definitions in memory, as far as there is room, because they are needed soon. */
    void keep(List<SchemaDefinition> definitions) {
        SchemaNumbers known = numbers;
        for (int i = 0; i < definitions.size(); i++) {
            NodeDefinitions.NODE.keep(number(known, i + 1), definitions.get(i));
        }
    }

    /**
     * Reads a definition from the file.
     *
     * @throws DefinitionUnavailableException if the file cannot be opened, or the thread was interrupted: a scrub would drop the
     *     row, and any other reader would take the SSTable for corrupt until the next start
     */
    private RowSchema fromFile(int ordinal, long number) throws IOException {
        try {
            return readFile(ordinal, number);
        } catch (NoSuchFileException missing) {
            return withoutFile(ordinal, number);
        } catch (FileSystemException | ClosedChannelException unread) {
            throw unavailable(file, unread);
        }
    }

    /** Returns the exception for a file that cannot be opened, or whose reader was interrupted. */
    static DefinitionUnavailableException unavailable(SchemasFile file, IOException unread) {
        return new DefinitionUnavailableException(file.name() + ": cannot be opened and read (" + unread + "). "
                + (LostRows.isPassingOver()
                        ? "This SSTable was not changed. Scrub again when the file can be read"
                        : "The row is intact")
                + "; if there are too many open files, raise their limit (ulimit -n)");
    }

    /**
     * Returns the definition although the file was deleted after the SSTable was opened: a scrub keeps what it can. For a compaction
     * the SSTable is corrupt, so that later ones exclude it; otherwise the same one would be tried, and fail, for ever.
     */
    private RowSchema withoutFile(int ordinal, long number) throws IOException {
        if (!LostRows.isPassingOver()) {
            String missing =
                    file.name() + ": is missing. Put it back; if that is not possible, scrub and repair the table";
            if (DatabaseDescriptor.isDaemonInitialized() && CompactionManager.isCompactor(Thread.currentThread())) {
                throw new IOException(missing + ". Until the next start, compactions exclude the SSTable");
            }
            throw new DefinitionUnavailableException(missing);
        }
        SchemaNumbers known = numbers;
        LostSchema lost = known == null
                ? new LostSchema(file.name(), 0, SchemaIds.NONE)
                : new LostSchema(file.name(), known.instanceId(), known.id(ordinal));
        return NodeDefinitions.NODE.add(number, lost.find());
    }

    private RowSchema readFile(int ordinal, long number) throws IOException {
        if (isWorthLoading() && load()) {
            return get(ordinal);
        }
        SchemaDefinition definition;
        try {
            definition = file.read(input -> SchemaListReader.open(
                            input, file.name(), damage -> DamagedSchemas.warn(file.path(), damage))
                    .definition(ordinal - 1));
        } catch (IOException e) {
            if (!DamagedSchemas.isDamage(e)) {
                throw e;
            }
            return salvage(e).get(ordinal);
        }
        return NodeDefinitions.NODE.add(number, definition);
    }

    private boolean isWorthLoading() {
        SchemaNumbers known = numbers;
        if (NanoClock.SYSTEM.getAsLong() - nextLoadNanos < 0) {
            return false;
        }
        if (known != null && known.isUpToDate(CurrentCatalogue.instanceId(), CurrentCatalogue.epoch())) {
            return false;
        }
        return (long) singles.incrementAndGet() * WHOLE_PER_SINGLE > count;
    }

    /**
     * Reads the whole file and looks up the IDs, unless another thread is doing so.
     *
     * @return whether the schemas have changed, so that a failed look-up is worth repeating
     */
    private boolean load() throws IOException {
        if (!loading.tryLock()) {
            return false;
        }
        try {
            int epoch = CurrentCatalogue.epoch(); // read before the catalogue: later IDs are looked up again
            SchemaCatalogue catalogue = CurrentCatalogue.compared();
            List<SchemaDefinition> definitions =
                    file.read(input -> SchemaList.read(input, file.name())).definitions();
            int[] ids = new int[definitions.size()];
            for (int i = 0; catalogue != null && i < ids.length; i++) {
                ids[i] = catalogue.find(definitions.get(i));
            }
            SchemaNumbers found = SchemaNumbers.of(catalogue == null ? 0 : catalogue.instanceId(), ids, epoch);
            numbers = found;
            keep(definitions);
            singles.set(0);
            return true;
        } catch (FormatException.Corrupt damaged) {
            salvage(damaged);
            return true;
        } catch (IOException e) {
            if (!DamagedSchemas.isDamage(e)) {
                throw e;
            }
            nextLoadNanos = NanoClock.SYSTEM.getAsLong() + RETRY_NANOS;
            return false; // the part with the definition that is wanted may be readable
        } finally {
            loading.unlock();
        }
    }

    /** Returns what is left of the file; null if no damage was found, or if the device that failed is to be tried again. */
    private @Nullable RowSchemas left() {
        Salvaged left = salvaged;
        return left == null || left.isOver() ? null : left.schemas();
    }

    private synchronized RowSchemas salvage(IOException damaged) throws IOException {
        RowSchemas left = left();
        if (left == null) {
            left = DamagedSchemas.salvage(file, damaged);
            salvaged = new Salvaged(left, damaged instanceof FormatException.Corrupt, NanoClock.SYSTEM.getAsLong());
        }
        return left;
    }

    @Override
    public List<SchemaDefinition> definitions() {
        RowSchemas left = left();
        if (left != null) {
            return left.definitions();
        }
        try {
            return file.read(input -> SchemaList.read(input, file.name())).definitions();
        } catch (IOException e) {
            return salvagedDefinitions(e);
        }
    }

    private List<SchemaDefinition> salvagedDefinitions(IOException failure) {
        if (!DamagedSchemas.isDamage(failure)) {
            throw unreadable(file, failure);
        }
        try {
            return salvage(failure).definitions();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Returns the exception for a file that cannot be read now, without its cause: see {@link DefinitionUnavailableException}. */
    static UncheckedIOException unreadable(SchemasFile file, IOException why) {
        return new UncheckedIOException(new IOException(file.name() + ": cannot be read (" + why + ")"));
    }
}
