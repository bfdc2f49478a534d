package org.ssdtier.files.model;

import java.util.Locale;

/** The data model of a store, chosen when it is created. */
public enum StoreModel {
    /** A partition per file, and an index of the names of each directory. */
    FILE_PER_ROW,
    /** A partition per directory (or per bucket of a large one), with a row per file. */
    DIRECTORY_PER_ROW;

    /** Returns the word for it in the settings and on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the model of a word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static StoreModel of(String word) {
        for (StoreModel model : values()) {
            if (model.toString().equals(word)) {
                return model;
            }
        }
        throw new IllegalArgumentException("model=" + word + ", allowed file-per-row, directory-per-row");
    }
}
