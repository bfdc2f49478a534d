package org.ssdtier.files.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;

/** The entries of a directory in the order of their names, read as they are used. Not thread-safe. */
public final class DirectoryListing {
    private static final int PAGE = 128;

    private final Entries.Listing rows;
    private final Records records;

    DirectoryListing(Entries.Listing rows, Records records) {
        this.rows = rows;
        this.records = records;
    }

    /**
     * An entry of a directory.
     *
     * @param path path
     * @param stat metadata of a file; nothing for a directory
     * @param directoryMode POSIX permission bits of a directory, 0 to 0777, if an import has recorded them
     */
    public record Entry(StorePath path, Optional<FileStat> stat, OptionalInt directoryMode) {
        /** Returns whether it is a directory. */
        public boolean isDirectory() {
            return stat.isEmpty();
        }
    }

    /**
     * Returns the next entries; none at the end.
     *
     * @param most maximum number, at least 1
     */
    public List<Entry> next(int most) throws IOException {
        List<Entry> entries = new ArrayList<>();
        boolean isAtEnd = false;
        while (!isAtEnd && entries.size() < most) {
            List<EntryRow> page = page(Math.min(PAGE, most - entries.size()));
            isAtEnd = page.isEmpty();
            List<Optional<FileRow>> files = records.find(page);
            for (int i = 0; i < page.size(); i++) {
                EntryRow row = page.get(i);
                Optional<FileStat> stat = files.get(i).map(FileRow::stat);
                if (row.isDirectory() || stat.isPresent()) {
                    entries.add(new Entry(row.path(), row.isDirectory() ? Optional.empty() : stat, row.mode()));
                }
            }
        }
        return entries;
    }

    private List<EntryRow> page(int most) throws IOException {
        List<EntryRow> page = new ArrayList<>();
        while (page.size() < most) {
            Optional<EntryRow> row = rows.next();
            if (row.isEmpty()) {
                return page;
            }
            page.add(row.get());
        }
        return page;
    }
}
