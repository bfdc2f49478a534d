package org.ssdtier.catalogue;

import java.nio.ByteBuffer;

/**
 * A keyed 128-bit hash of definitions. Definitions with the same fingerprint are treated as equal, so that none is read
 * from the device for a comparison.
 *
 * <p>It consists of two SipHash-2-4 values (Aumasson and Bernstein, 2012), under two random keys that are in no file:
 * they are drawn when a catalogue is opened, and the index is filled with the hashes then. The keys are secret, so a
 * client that chooses column names and map keys cannot make two definitions collide. Among a hundred million
 * definitions, the probability of a chance collision is below 1 in 10²².
 */
final class DefinitionHash {
    private final SipHash high;
    private final SipHash low;

    /** Creates a hash with the four halves of two keys. */
    DefinitionHash(long highKey0, long highKey1, long lowKey0, long lowKey1) {
        this(new SipHash(highKey0, highKey1), new SipHash(lowKey0, lowKey1));
    }

    private DefinitionHash(SipHash high, SipHash low) {
        this.high = high;
        this.low = low;
    }

    /** Returns a hash with random keys. */
    static DefinitionHash random() {
        return new DefinitionHash(SipHash.random(), SipHash.random());
    }

    /** Returns the fingerprint of a definition. */
    Fingerprint of(SchemaDefinition definition) {
        return of(definition.canonical());
    }

    /** Returns the fingerprint of a definition's canonical bytes; the buffer's position does not change. */
    Fingerprint of(ByteBuffer canonical) {
        byte[] bytes = new byte[canonical.remaining()];
        canonical.get(canonical.position(), bytes);
        return of(bytes);
    }

    private Fingerprint of(byte[] canonical) {
        return new Fingerprint(high.of(canonical), low.of(canonical));
    }
}
