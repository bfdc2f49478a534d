package org.ssdtier.rowcache.cassandra;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.TableChange;

/** The changes that a thread is in the middle of, the innermost first: they begin and end in hooks around methods of Cassandra. */
final class OpenChanges {
    private final ThreadLocal<ArrayDeque<TableChange>> open = ThreadLocal.withInitial(ArrayDeque::new);

    void push(TableChange change) {
        open.get().push(change);
    }

    /** Returns the innermost change of a table; null if there is none. */
    @Nullable
    TableChange of(CachedTable table) {
        for (TableChange change : open.get()) {
            if (change.table().equals(table)) {
                return change;
            }
        }
        return null;
    }

    /** Closes the innermost change of a table. */
    void close(CachedTable table) {
        TableChange change = of(table);
        if (change != null) {
            open.get().remove(change);
            change.close();
        }
        if (open.get().isEmpty()) {
            open.remove();
        }
    }
}
