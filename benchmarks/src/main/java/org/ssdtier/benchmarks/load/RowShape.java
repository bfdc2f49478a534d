package org.ssdtier.benchmarks.load;

import java.util.Map;

/** The shape of the rows of the main paper's experiments; keys have 25 bytes. */
public enum RowShape {
    /** Five columns of 75 bytes. */
    COLUMNS,
    /** YCSB's kilobyte, in five columns of 200 bytes; an update writes all of them. */
    KILOBYTE,
    /**
     * A map of five to ten entries, with names of 5 bytes and values of 10; for fields without columns of their own.
     */
    MAP;

    /** Returns YCSB's properties of such rows. */
    Map<String, String> properties() {
        return switch (this) {
            case COLUMNS -> Map.of("fieldcount", "5", "fieldlength", "75");
            case KILOBYTE -> Map.of("fieldcount", "5", "fieldlength", "200", "writeallfields", "true");
            case MAP ->
                Map.of(
                        "fieldcount", "10",
                        "minfieldcount", "5",
                        "fieldlength", "10",
                        "fieldnameprefix", "name",
                        "cassandra.table.shape", "map");
        };
    }
}
