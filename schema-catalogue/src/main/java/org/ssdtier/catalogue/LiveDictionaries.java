package org.ssdtier.catalogue;

import java.util.List;
import java.util.function.Consumer;

/** The dictionaries of all SSTables on disk, those included that are not visible yet or not any more. */
@FunctionalInterface
public interface LiveDictionaries {
    /**
     * Reads them, one after the other.
     *
     * @param each called with each that can be read
     * @return the files that are there and cannot be read; they are not taken for empty
     * @throws RuntimeException when it is not even known which there are
     */
    List<String> read(Consumer<TableList> each);
}
