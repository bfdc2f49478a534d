package org.ssdtier.rowcache.compression;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The dictionary that is loaded into a native context, which holds a reference to it. For one thread at a time. */
final class LoadedDictionary {
    private final Consumer<Dictionary> loader;
    private @Nullable Dictionary current;
    private boolean isBroken;

    /**
     * Creates the state of a context without a dictionary.
     *
     * @param loader loads a dictionary into the context, in place of the one before
     */
    LoadedDictionary(Consumer<Dictionary> loader) {
        this.loader = loader;
    }

    /** Loads a dictionary unless it is loaded already. Returns false if its memory is freed. */
    boolean load(Dictionary dictionary) {
        Dictionary before = current;
        if (before == dictionary) {
            return true;
        }
        if (!dictionary.retain()) {
            return false;
        }
        isBroken = true; // until the context has it: a context that failed half-way refers to an unknown dictionary
        try {
            loader.accept(dictionary);
            current = dictionary;
            isBroken = false;
        } finally {
            if (isBroken) {
                dictionary.release();
            } else if (before != null) {
                before.release();
            }
        }
        return true;
    }

    /** Returns the dictionary; null if none is loaded. */
    @Nullable
    Dictionary current() {
        return current;
    }

    /** Returns whether the context is to be freed: its dictionary is retired, or a load has failed. */
    boolean isOver() {
        Dictionary dictionary = current;
        return isBroken || (dictionary != null && dictionary.isRetired());
    }

    /** Releases the dictionary. Called after the context was freed. */
    void release() {
        Dictionary dictionary = current;
        current = null;
        if (dictionary != null) {
            dictionary.release();
        }
    }
}
