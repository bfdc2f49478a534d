package org.ssdtier.rowcache.cassandra;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.UnrepairedTombstones;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.filter.RowFilter;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.db.transform.RTBoundValidator;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigFormat;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** Static methods to answer a query by merging an image with the view's memtables. */
final class ImageAnswer {
    private ImageAnswer() {}

    /**
     * Returns whether an image may stay in the cache: it covers as much of a partition as the table's caching option requires, and
     * at most half of its rows could be purged. An image that may not stay is replaced by the read that found it.
     */
    static boolean mayStay(ImageRead read, RowImageReader.Decoded image) {
        boolean isWorthALook = image.part() == null && fetchesAllColumns(read);
        return (image.complete() || !read.cachesWholePartitions())
                && !(isWorthALook && ImagePurge.isMostlyDead(read, image.partition()));
    }

    /** Returns whether all rows of an image must be read to decide whether it may stay. */
    static boolean mayBeMostlyDead(ImageRead read, RowImageReader.Decoded image) {
        return image.part() != null
                && read.nowInSeconds() >= image.part().facts().mostlyAliveUntil()
                && fetchesAllColumns(read)
                && ImagePurge.isPossible(read.table());
    }

    /**
     * Merges the image and the memtables into the query's answer.
     *
     * <p>If the query begins at the head of the partition and extends beyond the image, an image that still has all its live rows
     * answers the head, and the SSTables are read for the rest.
     *
     * @return null if the image does not cover the query, or if the rows that were read from the image do not satisfy the query's
     *     limit, see {@link RowImageReader.Decoded#cut}
     */
    static @Nullable UnfilteredRowIterator of(ImageRead read, ImageQuery query, RowImageReader.Decoded image) {
        Clustering<?> last = image.complete() ? null : image.lastClustering();
        ImageQuery.Coverage coverage = query.coverage(read.command().metadata().comparator, image.complete(), last);
        if (last != null && coverage == ImageQuery.Coverage.HEAD) {
            if (!hasItsRows(read, image)) {
                return null;
            }
            UnfilteredRowIterator first = image.cut() == null ? null : firstRows(read, image, image.cut());
            return image.cut() == null ? headAndRest(read, query, image, last) : first;
        }
        if (coverage != ImageQuery.Coverage.ALL) {
            return null;
        }
        return image.cut() == null ? merged(read, image, query.slices()) : firstRows(read, image, image.cut());
    }

    /** Returns the query's answer if its limit is reached within these slices; null otherwise. */
    private static @Nullable UnfilteredRowIterator firstRows(
            ImageRead read, RowImageReader.Decoded image, Slices slices) {
        SinglePartitionReadCommand command = read.command();
        DataLimits.Counter counter = command.limits()
                .newCounter(
                        command.nowInSec(),
                        false,
                        command.selectsFullPartition(),
                        command.metadata().enforceStrictLiveness());
        List<Unfiltered> gathered = new ArrayList<>();
        UnfilteredRowIterator all = merged(read, image, slices);
        try (UnfilteredRowIterator limited = counter.applyTo(all)) {
            while (limited.hasNext()) {
                gathered.add(limited.next());
            }
            return counter.isDoneForPartition() ? new GatheredRows(all, gathered) : null;
        }
    }

    /** Returns whether an image of the first rows still has as many live rows as the table caches per partition. */
    private static boolean hasItsRows(ImageRead read, RowImageReader.Decoded image) {
        if (!fetchesAllColumns(read)) {
            return true;
        }
        if (image.part() != null) {
            ImageFacts facts = image.part().facts();
            return facts.liveRows() >= read.rowsToCache() && read.command().nowInSec() < facts.liveUntil();
        }
        TableMetadata metadata = read.command().metadata();
        boolean strictLiveness = metadata.enforceStrictLiveness();
        int missing = read.rowsToCache();
        for (Row row : image.partition()) {
            missing -= row.hasLiveData(read.command().nowInSec(), strictLiveness) ? 1 : 0;
        }
        return missing <= 0;
    }

    /** Returns whether the image was decoded with all columns that determine whether a row is live. */
    private static boolean fetchesAllColumns(ImageRead read) {
        return read.command().columnFilter().fetchesAllColumns(false);
    }

    /** Answers a query that begins at the partition's head and extends beyond the image; the rest is read only when needed. */
    private static UnfilteredRowIterator headAndRest(
            ImageRead read, ImageQuery query, RowImageReader.Decoded image, Clustering<?> last) {
        ClusteringBound<?> queriedEnd =
                query.slices().get(query.slices().size() - 1).end();
        TableMetadata metadata = read.command().metadata();
        Slices head = Slices.with(metadata.comparator, Slice.make(ClusteringBound.BOTTOM, ImageQuery.coveredEnd(last)));
        Slices rest = Slices.with(metadata.comparator, Slice.make(ClusteringBound.exclusiveStartOf(last), queriedEnd));
        SinglePartitionReadCommand restCommand = SinglePartitionReadCommand.create(
                metadata,
                read.command().nowInSec(),
                read.command().columnFilter(),
                RowFilter.none(),
                DataLimits.NONE,
                read.command().partitionKey(),
                new ClusteringIndexSliceFilter(rest, false));
        return new HeadAndRestIterator(merged(read, image, head), () -> read.ofView(restCommand, true));
    }

    private static UnfilteredRowIterator merged(ImageRead read, RowImageReader.Decoded image, Slices slices) {
        SinglePartitionReadCommand command = read.command();
        ColumnFilter columns = command.columnFilter();
        boolean reversed = command.clusteringIndexFilter().isReversed();
        List<UnfilteredRowIterator> sources = new ArrayList<>(3);
        for (Memtable memtable : read.view().getAllMemtables()) {
            UnfilteredRowIterator rows = memtable.rowIterator(
                    command.partitionKey(), slices, columns, reversed, SSTableReadsListener.NOOP_LISTENER);
            if (rows != null) {
                UnrepairedTombstones.observe(read.controller(), memtable.getMinLocalDeletionTime());
                sources.add(RTBoundValidator.validate(rows, RTBoundValidator.Stage.MEMTABLE, false));
            }
        }
        // the rows that were read from a large image may be empty although the image is not
        if (image.part() != null || !image.partition().isEmpty()) {
            observeUnrepaired(read);
            sources.add(imageRows(read, image, slices, reversed));
        }
        if (sources.isEmpty()) {
            return EmptyIterators.unfilteredRow(command.metadata(), command.partitionKey(), reversed);
        }
        return RequestedCells.of(command, sources.size() == 1 ? sources.get(0) : UnfilteredRowIterators.merge(sources));
    }

    /**
     * Reports the view's unrepaired deletions to the controller, as a read of the SSTables would. An image cannot record them,
     * because SSTables may be repaired while the image is cached.
     */
    private static void observeUnrepaired(ImageRead read) {
        if (read.table().getCompactionStrategyManager().onlyPurgeRepairedTombstones()) {
            for (SSTableReader sstable : read.sstables()) {
                if (!sstable.isRepaired()) {
                    UnrepairedTombstones.observe(read.controller(), sstable.getMinLocalDeletionTime());
                }
            }
        }
    }

    /** Returns an image's rows as an SSTable's iterator does; the iterator of the {@code big} format filters reversed rows again. */
    private static UnfilteredRowIterator imageRows(
            ImageRead read, RowImageReader.Decoded image, Slices slices, boolean reversed) {
        SinglePartitionReadCommand command = read.command();
        ColumnFilter filter =
                reversed && isInBigFormat(read) ? command.columnFilter() : ColumnFilter.all(command.metadata());
        return new ImageRowIterator(
                image.partition().unfilteredIterator(filter, slices, reversed),
                command.columnFilter().fetchedColumns(),
                staticRow(read, image));
    }

    /** Returns whether all of the partition's SSTables are in the {@code big} format; the current write format may differ. */
    private static boolean isInBigFormat(ImageRead read) {
        for (SSTableReader sstable : read.sstables()) {
            if (!BigFormat.is(sstable.descriptor.getFormat())
                    && sstable.mayContainAssumingKeyIsInRange(read.command().partitionKey())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the static row as a read of the view's SSTables would return it. An empty static row is represented by a different
     * object if it comes from a single SSTable whose header has static columns, and a replica's digest differs between
     * the two; see CASSANDRA-12090.
     */
    private static Row staticRow(ImageRead read, RowImageReader.Decoded image) {
        Row row = image.partition().staticRow();
        if (!row.isEmpty()
                || read.command().columnFilter().fetchedColumns().statics.isEmpty()) {
            return row;
        }
        SSTableReader only = null;
        for (SSTableReader sstable : read.sstables()) {
            if (sstable.mayContainAssumingKeyIsInRange(read.command().partitionKey())) {
                if (only != null) {
                    return Rows.EMPTY_STATIC_ROW;
                }
                only = sstable;
            }
        }
        return only != null && only.header.hasStatic()
                ? BTreeRow.emptyRow(Clustering.STATIC_CLUSTERING)
                : Rows.EMPTY_STATIC_ROW;
    }
}
