package org.ssdtier.catalogue.cassandra.image;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;

/**
 * The schema catalogue of this node, as its cached images use it: the schemas that they may refer to, and the stamps
 * that show at a start whether IDs still stand for the same definitions. Whatever opens the catalogue sets it here.
 */
public final class ImageCatalogue {
    private static final Logger logger = LoggerFactory.getLogger(ImageCatalogue.class);
    private static final String NO_STAMP = "no catalogue";

    private static volatile @Nullable KnownSchemas known;
    /** True if this node has a row cache whose images may refer to the catalogue. */
    private static volatile boolean isRequired;

    private static volatile String stampAtStart = NO_STAMP;
    private static volatile String stampAtStop = NO_STAMP;

    private ImageCatalogue() {}

    /** Declares, before the catalogue is opened, that cached images will refer to it. */
    static void require() {
        isRequired = true;
    }

    /** Returns whether cached images will refer to the catalogue. */
    public static boolean isRequired() {
        return isRequired;
    }

    /**
     * Returns the schemas that cached images may refer to; null if the node has no catalogue or no cache that needs
     * them.
     */
    public static @Nullable KnownSchemas known() {
        return known;
    }

    /** Allows images to refer to the definitions of an SSTable whose dictionary is now durable. */
    public static void learn(long instanceId, int[] ids, RowSchemas schemas) {
        KnownSchemas all = known;
        if (all != null && all.instanceId() == instanceId) {
            all.addAll(instanceId, ids, schemas.definitions());
        }
    }

    /**
     * Returns a stamp of the catalogue that the node found when it started: its identity and the highest ID that it had
     * ever given out. If it equals {@link #stampAtStop} of an earlier run, every ID stands for the same definition as
     * then, or for none. An older copy of the catalogue has another highest ID, and so has one that crashed.
     */
    public static String stampAtStart() {
        return stampAtStart;
    }

    /**
     * Returns a stamp of the catalogue that the node leaves behind. Called once it is closed or gives out no more IDs.
     */
    public static String stampAtStop() {
        SchemaCatalogue catalogue = CurrentCatalogue.get();
        return catalogue == null ? stampAtStop : stamp(catalogue, highestId(catalogue));
    }

    private static long highestId(SchemaCatalogue catalogue) {
        return catalogue.stats().ids().highestId();
    }

    private static String stamp(SchemaCatalogue catalogue, long highestId) {
        return "catalogue " + Long.toHexString(catalogue.instanceId()) + " " + highestId;
    }

    /** Records the stamp of a catalogue that has been opened. */
    public static void begin(SchemaCatalogue catalogue) {
        stampAtStart = stamp(catalogue, catalogue.highestIdAtOpen());
    }

    /** Records the stamp of a catalogue that has been closed. */
    public static void end(SchemaCatalogue catalogue) {
        stampAtStop = stamp(catalogue, highestId(catalogue));
    }

    /** Returns the schemas of a catalogue that has been opened, as many as take {@code maxBytes} of heap. */
    public static KnownSchemas load(SchemaCatalogue catalogue, long maxBytes) {
        KnownSchemas loaded = KnownSchemas.of(catalogue, maxBytes);
        logger.info(
                "Cached rows may refer to definitions={} bytes={} of at most {}",
                loaded.count(),
                loaded.heapBytes(),
                maxBytes);
        return loaded;
    }

    /** Sets the schemas that images may refer to; null if there are no images or no catalogue. */
    public static void use(@Nullable KnownSchemas schemas) {
        known = schemas;
    }

    /** Updates the known schemas after a round: images may refer to adopted definitions, but not to reclaimed ones. */
    public static void follow(SchemaCatalogue catalogue) {
        KnownSchemas all = known;
        if (all != null && all.instanceId() != catalogue.instanceId()) {
            known = KnownSchemas.of(catalogue, all.maxHeapBytes());
        } else if (all != null) {
            all.retain(catalogue);
            all.load(catalogue);
        }
    }
}
