package org.ssdtier.catalogue;

import java.util.List;
import java.util.function.Consumer;

/** The dictionaries of all SSTables on disk, including SSTables that are not visible yet or no longer visible. */
@FunctionalInterface
public interface LiveDictionaries {
    /**
     * Reads the dictionaries, one after another.
     *
     * @param each called with each dictionary that can be read, and with what can be read of a damaged one
     * @return the files that exist but cannot be read, or not all of them; they are not treated as empty
     * @throws RuntimeException if the files cannot even be listed
     */
    List<String> read(Consumer<TableList> each);
}
