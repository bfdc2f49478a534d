package org.ssdtier.benchmarks.launcher;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.ssdtier.catalogue.CatalogueReader;

/**
 * The figures of a catalogue that is not open.
 *
 * @param instance its identity, in hexadecimal
 * @param owner the node it is of
 * @param clean whether it was stopped cleanly
 * @param definitions how many it has
 * @param definitionBytes their canonical bytes
 * @param longestBytes the longest of them
 * @param tables how many tables they were first written for
 * @param highestId the highest ID that may have been given out
 * @param cutRecords records of a torn tail, which nobody was promised
 * @param segments segment files
 * @param segmentBytes size of each
 */
record CatalogueFigures(
        String instance,
        UUID owner,
        boolean clean,
        int definitions,
        long definitionBytes,
        int longestBytes,
        int tables,
        long highestId,
        int cutRecords,
        int segments,
        int segmentBytes) {
    static CatalogueFigures of(CatalogueReader reader) {
        long bytes = 0;
        int longest = 0;
        Set<UUID> tables = new HashSet<>();
        for (CatalogueReader.Item item : reader.items()) {
            bytes += item.definition().length();
            longest = Math.max(longest, item.definition().length());
            tables.add(item.table());
        }
        return new CatalogueFigures(
                String.format("%016x", reader.instanceId()),
                reader.owner(),
                reader.isClean(),
                reader.items().size(),
                bytes,
                longest,
                tables.size(),
                reader.idBound(),
                reader.cutRecords(),
                reader.segments(),
                reader.segmentBytes());
    }

    String toText() {
        return String.format(
                "instance      %s, owner %s, stopped %s%n"
                        + "definitions   %d of %d tables, %d bytes, the longest %d%n"
                        + "schema IDs    up to %d%n"
                        + "segments      %d of %d bytes, %d records cut%n",
                instance,
                owner,
                clean ? "cleanly" : "otherwise",
                definitions,
                tables,
                definitionBytes,
                longestBytes,
                highestId,
                segments,
                segmentBytes,
                cutRecords);
    }
}
