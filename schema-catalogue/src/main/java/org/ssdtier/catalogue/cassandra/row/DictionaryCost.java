package org.ssdtier.catalogue.cassandra.row;

import java.util.zip.Deflater;
import org.ssdtier.catalogue.DefinitionCursor;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * An estimate of the bytes that the definitions of one SSTable take in {@code Schemas.db}
 * ({@link org.ssdtier.catalogue.SchemaListDescriptor}): a name of an earlier definition is a reference, any other name is
 * written out and deflated. How well such names deflate is measured on the first ones. Used by one thread.
 */
final class DictionaryCost {
    /** The ID, twice, and the number of parts, deflated. */
    private static final int ENTRY_BYTES = 2;

    private static final int REFERENCE_BYTES = 2;
    private static final int SAMPLE_BYTES = 4 << 10;
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    private final SeenHashes names = new SeenHashes(8);
    private final DefinitionCursor cursor = new DefinitionCursor();
    private final byte[] sample = new byte[SAMPLE_BYTES];
    private int sampledBytes;
    private int deflatedOf;
    private double deflated = 1;
    private long plainBytes;
    private long newNameBytes;

    /** Adds a definition. */
    void add(SchemaDefinition definition) {
        plainBytes += ENTRY_BYTES;
        for (int columns = cursor.begin(definition); columns > 0; columns--) {
            cursor.nextColumn();
            addName();
            for (int parts = cursor.partCount(); parts > 0; parts--) {
                cursor.nextPart();
                addName();
            }
        }
    }

    private void addName() {
        int bytes = cursor.stringLength();
        if (!names.add(cursor.stringHash() * MULTIPLIER)) {
            plainBytes += Math.min(REFERENCE_BYTES, 1 + bytes);
            return;
        }
        plainBytes++;
        newNameBytes += bytes;
        int sampled = Math.min(bytes, SAMPLE_BYTES - sampledBytes);
        cursor.copyString(sample, sampledBytes, sampled);
        sampledBytes += sampled;
    }

    /** Measures how well the names deflate, if there are more than at the last time. */
    void measure() {
        if (sampledBytes == deflatedOf) {
            return;
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(sample, 0, sampledBytes);
            deflater.finish();
            int bytes = deflater.deflate(new byte[sampledBytes]); // full if they do not become shorter
            deflated = (double) bytes / sampledBytes;
            deflatedOf = sampledBytes;
        } finally {
            deflater.end();
        }
    }

    /** Returns the bytes of all definitions. */
    double bytes() {
        return plainBytes + deflated * newNameBytes;
    }
}
