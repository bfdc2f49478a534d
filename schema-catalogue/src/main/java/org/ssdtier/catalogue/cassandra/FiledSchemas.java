package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.PositionalInput;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListReader;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schemas of a complete SSTable. It keeps their IDs alone; a definition is in {@link NodeDefinitions}, or is read when a row
 * asks: from the node's catalogue on its SSD, or, if that lacks it, is not there or does not answer, from {@code Schemas.db} by
 * position.
 *
 * <p>An ID is taken from the catalogue by looking up the definition, never from the file: whatever catalogue gave those there, an
 * older copy of this one included, an ID here stands for the very definition. The file is read as a whole for it once rows have
 * asked for as many single definitions as cost about the same.
 *
 * <p>From the moment that damage is seen, what can be salvaged takes over.
 */
final class FiledSchemas extends RowSchemas {
    /** So many definitions of a file cost about as much as one that is read on its own: 32 of its frame, and two seeks. */
    private static final int WHOLE_PER_SINGLE = 64;

    private final Path file;
    private final int count;
    private final int space = SchemaNumbers.newSpace();
    private final AtomicInteger singles = new AtomicInteger();
    private final ReentrantLock loading = new ReentrantLock();
    private volatile @Nullable SchemaNumbers numbers;
    private volatile @Nullable RowSchemas salvaged;

    private FiledSchemas(Path file, int count, @Nullable SchemaNumbers numbers) {
        this.file = file;
        this.count = count;
        this.numbers = numbers;
    }

    /**
     * Of an SSTable that is opened.
     *
     * @param count how many definitions the file has
     */
    static FiledSchemas opened(Path file, int count) {
        return new FiledSchemas(file, count, null);
    }

    /**
     * Of an SSTable that this node has written.
     *
     * @param instanceId identity of the catalogue that gave the IDs
     * @param ids by ordinal, from 1 on; {@link SchemaIds#NONE} where one has none
     */
    static FiledSchemas written(Path file, long instanceId, int[] ids) {
        return new FiledSchemas(file, ids.length, SchemaNumbers.of(instanceId, ids, NodeCatalogue.epoch()));
    }

    @Override
    int count() {
        return count;
    }

    @Override
    RowSchema get(int ordinal) throws IOException {
        RowSchemas left = salvaged;
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

    /** Of an ordinal with an ID that of the catalogue, which all SSTables share. */
    private long number(@Nullable SchemaNumbers known, int ordinal) {
        int id = known == null ? SchemaIds.NONE : known.id(ordinal);
        return known == null || id == SchemaIds.NONE
                ? SchemaNumbers.number(space, ordinal)
                : SchemaNumbers.number(known.space(), id);
    }

    /** Keeps all definitions in memory, as far as there is room: they are about to be asked for. */
    void keep(List<SchemaDefinition> definitions) {
        SchemaNumbers known = numbers;
        for (int i = 0; i < definitions.size(); i++) {
            NodeDefinitions.NODE.keep(number(known, i + 1), definitions.get(i));
        }
    }

    private RowSchema fromFile(int ordinal, long number) throws IOException {
        if (isWorthLoading() && load()) {
            return get(ordinal);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            SchemaListReader reader = SchemaListReader.open(
                    PositionalInput.of(channel), "file=" + file, damage -> OpenedSchemas.warn(file, damage));
            return NodeDefinitions.NODE.add(number, reader.definition(ordinal - 1));
        } catch (FormatException.Corrupt damaged) {
            return salvage(damaged).get(ordinal);
        }
    }

    private boolean isWorthLoading() {
        SchemaNumbers known = numbers;
        if (known != null && known.isUpToDate(NodeCatalogue.instanceId(), NodeCatalogue.epoch())) {
            return false;
        }
        return (long) singles.incrementAndGet() * WHOLE_PER_SINGLE > count;
    }

    /**
     * Reads the whole file and looks up the IDs, unless another thread is about to.
     *
     * @return whether there is something new to look at
     */
    private boolean load() throws IOException {
        if (!loading.tryLock()) {
            return false;
        }
        try {
            int epoch = NodeCatalogue.epoch(); // before the catalogue: what is found later than that is looked up again
            SchemaCatalogue catalogue = NodeCatalogue.compared();
            List<SchemaDefinition> definitions = StreamDictionaries.definitions(SchemaList.read(file));
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
        } finally {
            loading.unlock();
        }
    }

    private synchronized RowSchemas salvage(FormatException.Corrupt damaged) throws IOException {
        RowSchemas left = salvaged;
        if (left == null) {
            left = OpenedSchemas.salvage(file, damaged);
            salvaged = left;
        }
        return left;
    }

    @Override
    List<SchemaDefinition> definitions() {
        RowSchemas left = salvaged;
        if (left != null) {
            return left.definitions();
        }
        try {
            return StreamDictionaries.definitions(SchemaList.read(file));
        } catch (FormatException.Corrupt damaged) {
            return salvagedDefinitions(damaged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<SchemaDefinition> salvagedDefinitions(FormatException.Corrupt damaged) {
        try {
            return salvage(damaged).definitions();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
