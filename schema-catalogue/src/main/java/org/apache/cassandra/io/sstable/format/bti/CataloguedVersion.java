package org.apache.cassandra.io.sstable.format.bti;

import java.util.concurrent.TimeUnit;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;

/**
 * A version of the format {@code catalogued}, as in the SSTables' file names: two letters.
 *
 * <ul>
 *   <li>The first letter is that of Cassandra's {@code bti} whose indexes and metadata the SSTable has. {@code d}:
 *       Cassandra 5.0.
 *   <li>The second letter is ours: the layout of a row's body in {@code Data.db}. {@code a}: {@code RowLayout}.
 *   <li>A jar reads the versions from {@link CataloguedFormat#OLDEST_VERSION} to {@link
 *       CataloguedFormat#CURRENT_VERSION} and no other. A newer second letter is
 *       refused, unlike in Cassandra's own formats, where an older release reads a newer minor version: a row of an
 *       unknown layout would be misread.
 *   <li>A change that an older jar may ignore without loss gets no new version. {@code Schemas.db} and the dictionary
 *       of a stream each have a version of their own.
 *   <li>The release that first reads a new version comes one release before the one that writes it, so that a cluster
 *       can be upgraded node by node.
 * </ul>
 *
 * <p>With an SSTable of another version the node's start is refused. Such an SSTable is neither read by a tool nor
 * accepted from a stream.
 */
final class CataloguedVersion extends BtiFormat.BtiVersion {
    private static final Logger logger = LoggerFactory.getLogger(CataloguedVersion.class);

    private CataloguedVersion(CataloguedFormat format, String version) {
        super(format, version);
    }

    /**
     * Returns a version of the format. If it cannot be read, an error is logged immediately, because a tool would
     * ignore it.
     */
    static CataloguedVersion of(CataloguedFormat format, String version) {
        CataloguedVersion named = new CataloguedVersion(format, version);
        if (!named.isCompatible()) {
            NoSpamLogger.log(logger, NoSpamLogger.Level.ERROR, version, 1, TimeUnit.MINUTES, "{}", named.refusal());
        }
        return named;
    }

    /**
     * Checks that SSTables of a version can be read.
     *
     * @throws IllegalArgumentException if not; it names what was found, what is allowed and what to do
     */
    static void require(Version version) {
        if (version instanceof CataloguedVersion ours && !ours.isCompatible()) {
            throw new IllegalArgumentException(ours.refusal());
        }
    }

    private String refusal() {
        return "SSTables of the format " + CataloguedFormat.NAME + " of version=" + version
                + " cannot be read, readable " + CataloguedFormat.OLDEST_VERSION + " to "
                + CataloguedFormat.CURRENT_VERSION
                + ": another release of the drop-in jar wrote them. Put that release back; nothing is lost";
    }

    @Override
    public boolean isLatestVersion() {
        return version.equals(CataloguedFormat.CURRENT_VERSION);
    }

    @Override
    public boolean isCompatible() {
        return version.length() == CataloguedFormat.CURRENT_VERSION.length()
                && version.compareTo(CataloguedFormat.OLDEST_VERSION) >= 0
                && version.compareTo(CataloguedFormat.CURRENT_VERSION) <= 0;
    }

    @Override
    public boolean isCompatibleForStreaming() {
        return isCompatible();
    }
}
