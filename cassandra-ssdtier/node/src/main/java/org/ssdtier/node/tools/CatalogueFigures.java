package org.ssdtier.node.tools;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.ssdtier.catalogue.CatalogueReader;

/**
 * The figures of a catalogue that is not open.
 *
 * @param instance identity of the catalogue, in hexadecimal
 * @param owner host ID of the node that owns it
 * @param clean whether it was stopped cleanly
 * @param definitions number of definitions
 * @param definitionBytes canonical bytes of all definitions
 * @param longestBytes canonical bytes of the longest definition
 * @param tables number of tables for which the definitions were first written
 * @param highestId highest ID that may have been assigned
 * @param cutRecords number of records of a torn tail, none of which had been promised to be durable
 * @param segments number of segment files
 * @param segmentBytes size of each segment file
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
                String.format(Locale.ROOT, "%016x", reader.instanceId()),
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
                Locale.ROOT,
                "instance      %s, owner %s, stopped %s%n"
                        + "definitions   %d of %d tables, %d bytes, longest %d%n"
                        + "schema IDs    up to %d%n"
                        + "segments      %d of %d bytes, %d records cut%n",
                instance,
                owner,
                clean ? "cleanly" : "uncleanly",
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
