package org.ssdtier.rowcache.cassandra;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.RateLimitedWarning;
import org.ssdtier.rowcache.TableChange;
import org.ssdtier.rowcache.TieredCache;

/**
 * A guard of all changes that the node makes to the images: no exception reaches Cassandra, and images to which a change could not
 * be applied are purged.
 */
final class GuardedChanges {
    private final TieredCache tiers;
    private final ImageTables tables;
    private final SSTableJournal journal;
    private final ProtocolSteps steps;
    private final RateLimitedWarning warning;

    GuardedChanges(
            TieredCache tiers,
            ImageTables tables,
            SSTableJournal journal,
            ProtocolSteps steps,
            LongSupplier nanoClock) {
        this.tiers = tiers;
        this.tables = tables;
        this.journal = journal;
        this.steps = steps;
        this.warning = RateLimitedWarning.of(LoggerFactory.getLogger(GuardedChanges.class), nanoClock);
    }

    /**
     * Opens a change that adds or removes no SSTables, as {@link #begin(ColumnFamilyStore, Runnable, Consumer)} does.
     */
    Runnable begin(ColumnFamilyStore table, Runnable change) {
        return begin(table, change, begun -> journal.commit(begun, List.of(), List.of()));
    }

    /**
     * Opens a change of a table's SSTables, applies it to the images and writes it to the journal. Never throws: if the change
     * cannot be applied to the images, they are purged, and the change is ended even if that fails.
     *
     * @param change applies the change to the images
     * @param commit writes the added and removed SSTables to the journal
     * @return the action that ends the change, to be run after Cassandra has switched its view; does not throw
     */
    Runnable begin(ColumnFamilyStore table, Runnable change, Consumer<TableChange> commit) {
        return open(table, state -> {
            journal.ensureDeclared(table);
            TableChange begun = tiers.begin(state);
            try {
                change.run();
                commit.accept(begun);
            } catch (Throwable e) {
                giveUp(state, table, e);
            }
            return begun::close;
        });
    }

    /**
     * Prevents images of a table from being published. Existing images are kept. Never throws.
     *
     * @return the action that ends it; does not throw
     */
    Runnable hold(ColumnFamilyStore table) {
        return open(table, state -> {
            state.beginChange();
            return state::endChange;
        });
    }

    private Runnable open(ColumnFamilyStore table, Function<CachedTable, Runnable> beginning) {
        CachedTable state = null;
        try {
            state = tables.of(table).state;
            steps.reached(ProtocolSteps.Step.CHANGE_BEGINS, table);
            Runnable close = beginning.apply(state);
            CachedTable changed = state;
            return () -> end(table, changed, close);
        } catch (Throwable e) {
            return openPlainly(table, state, e);
        }
    }

    /**
     * Opens a change that could not begin: all images are purged, and if the table is known, none is published until Cassandra has
     * switched its view, or one of the old view would answer reads of the new one.
     */
    private Runnable openPlainly(ColumnFamilyStore table, @Nullable CachedTable state, Throwable cause) {
        if (state == null) {
            giveUp(null, table, cause);
            return () -> run(tiers::clear);
        }
        state.beginChange();
        try {
            giveUp(null, table, cause);
        } catch (Throwable e) {
            cause.addSuppressed(e); // as without memory: the end purges once more
        }
        return () -> {
            try {
                run(tiers::clear);
            } finally {
                end(table, state, state::endChange);
            }
        };
    }

    private void end(ColumnFamilyStore table, CachedTable state, Runnable close) {
        try {
            steps.reached(ProtocolSteps.Step.REPLACED, table);
        } catch (Throwable e) {
            giveUp(state, table, e);
        } finally {
            run(table, close);
        }
        run(table, () -> journal.ensureDeclared(table)); // a journal record may have been lost
    }

    /** Runs a change of a table's images; if it fails, all images of the table are purged. */
    void run(ColumnFamilyStore table, Runnable change) {
        run(table.metadata.id, change);
    }

    /** Runs a change of a table's images; if it fails, all images of the table are purged. */
    void run(TableId table, Runnable change) {
        try {
            change.run();
        } catch (Throwable e) {
            giveUp(tiers.table(table.asUUID()), table, e);
        }
    }

    /** Runs a change of images; if it fails, all images are purged. */
    void run(Runnable change) {
        try {
            change.run();
        } catch (Throwable e) {
            giveUp(null, "all tables", e);
        }
    }

    /** Purges the images to which a change could not be applied: those of one table, or of all if the table is unknown. */
    private void giveUp(@Nullable CachedTable state, Object what, Throwable cause) {
        if (state == null) {
            tiers.clear();
        } else {
            tiers.purge(state);
        }
        try {
            warning.say("applying a change of " + what + " (its cached rows are dropped)", cause);
        } catch (Throwable unsaid) {
            cause.addSuppressed(unsaid); // only the purge matters: no exception may reach Cassandra
        }
    }
}
