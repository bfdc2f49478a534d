package org.ssdtier.files.store;

import java.util.UUID;
import org.ssdtier.files.model.StorePath;

/**
 * A place in a directory that was reserved for a file, by {@link FileStore#reserve}. It is used once, while it holds.
 *
 * @param path path of the file
 * @param version version of its entry, and of the file when it is put
 * @param vacancy look at the directory before the reservation
 */
public record NewFile(StorePath path, UUID version, Vacancy vacancy) {
    /** Returns whether the directory was vacant a moment ago; later, others may have put something there. */
    public boolean holds() {
        return vacancy.holds();
    }
}
