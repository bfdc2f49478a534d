package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.cassandra.row.LostRows;
import org.ssdtier.catalogue.cassandra.row.LostSchemaException;
import org.ssdtier.catalogue.cassandra.row.RowSchema;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;

/**
 * The schemas of an SSTable whose {@code Schemas.db} could not be read when the SSTable was opened, because the device failed. When a
 * row needs one, at most once a minute, opening the file is tried again; until then the row cannot be read. A scrub, which would drop
 * the row, tries each time, and ends without a change if the device still fails.
 */
final class UnreadSchemas extends RowSchemas {
    private final SchemasFile file;
    private final Opening opening;
    private final LongSupplier nanoClock;
    private final AtomicLong nextNanos;
    private volatile @Nullable RowSchemas opened;

    /** Opens the file. */
    interface Opening {
        /** Returns the schemas of the file; fails if the device does. */
        RowSchemas open(SchemasFile file) throws IOException;
    }

    UnreadSchemas(SchemasFile file, Opening opening, LongSupplier nanoClock) {
        this.file = file;
        this.opening = opening;
        this.nanoClock = nanoClock;
        this.nextNanos = new AtomicLong(nanoClock.getAsLong() + FiledSchemas.RETRY_NANOS);
    }

    @Override
    public RowSchema get(int ordinal) throws IOException {
        return schemas().get(ordinal);
    }

    @Override
    public int count() {
        RowSchemas known = opened;
        return known == null ? 0 : known.count();
    }

    @Override
    public List<SchemaDefinition> definitions() {
        try {
            return schemas().definitions();
        } catch (IOException e) {
            throw FiledSchemas.unreadable(file, e);
        }
    }

    /** Returns the schemas in the file. One thread tries the device; others do not wait for it. */
    private RowSchemas schemas() throws IOException {
        RowSchemas known = opened;
        if (known != null) {
            return known;
        }
        long now = nanoClock.getAsLong();
        long next = nextNanos.get();
        boolean isDue = now - next >= 0 && nextNanos.compareAndSet(next, now + FiledSchemas.RETRY_NANOS);
        if (!isDue && !LostRows.isPassingOver()) {
            throw unread();
        }
        return retry();
    }

    private LostSchemaException unread() {
        return new LostSchemaException(
                file.name() + ": could not be read when it was tried last; rows that need one of its"
                        + " definitions cannot be read until it can. It is tried again every minute");
    }

    private RowSchemas retry() throws IOException {
        try {
            RowSchemas read = opening.open(file);
            opened = read;
            return read;
        } catch (NoSuchFileException missing) {
            nextNanos.set(nanoClock.getAsLong());
            if (LostRows.isPassingOver()) {
                return DamagedSchemas.missing(file.path());
            }
            throw FiledSchemas.unavailable(file, missing);
        } catch (FileSystemException | ClosedChannelException e) {
            nextNanos.set(nanoClock.getAsLong()); // that says nothing about the device
            throw FiledSchemas.unavailable(file, e);
        } catch (IOException e) {
            if (!DamagedSchemas.isDamage(e)) {
                throw e;
            }
            DamagedSchemas.warnUnread(file.path(), e);
            if (LostRows.isPassingOver()) {
                throw FiledSchemas.unavailable(file, e);
            }
            throw unread();
        }
    }
}
