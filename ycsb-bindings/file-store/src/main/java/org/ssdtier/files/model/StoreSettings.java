package org.ssdtier.files.model;

/**
 * The settings of a store, recorded in it when it is created.
 *
 * @param formatVersion version of the tables
 * @param model data model
 * @param chunkBytes maximum bytes of a file whose content is in its row, and bytes of the chunks of larger ones
 * @param bucketFiles number of names in a bucket of a directory above which the directory is split into more buckets
 */
public record StoreSettings(int formatVersion, StoreModel model, int chunkBytes, int bucketFiles) {
    /** The version of the tables that this code writes. */
    public static final int FORMAT_VERSION = 1;
    /** The default of {@link #chunkBytes}. */
    public static final int DEFAULT_CHUNK_BYTES = 256 << 10;
    /** The default of {@link #bucketFiles}. */
    public static final int DEFAULT_BUCKET_FILES = 1_024;

    private static final int MOST_CHUNK_BYTES = 8 << 20;
    private static final int MOST_BUCKET_FILES = 1 << 20;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    public StoreSettings {
        if (formatVersion != FORMAT_VERSION) {
            throw new IllegalArgumentException("format_version=" + formatVersion + ", allowed " + FORMAT_VERSION
                    + ": the store was created by another version of this program");
        }
        if (chunkBytes < 1 || chunkBytes > MOST_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunk-bytes=" + chunkBytes + ", allowed 1 to " + MOST_CHUNK_BYTES);
        }
        if (bucketFiles < 1 || bucketFiles > MOST_BUCKET_FILES) {
            throw new IllegalArgumentException("bucket-files=" + bucketFiles + ", allowed 1 to " + MOST_BUCKET_FILES);
        }
    }

    /** Returns the default settings of a model. */
    public static StoreSettings of(StoreModel model) {
        return new StoreSettings(FORMAT_VERSION, model, DEFAULT_CHUNK_BYTES, DEFAULT_BUCKET_FILES);
    }
}
