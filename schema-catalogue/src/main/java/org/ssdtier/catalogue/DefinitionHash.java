package org.ssdtier.catalogue;

import java.nio.ByteBuffer;

/**
 * A keyed hash of 128 bits: definitions with one fingerprint are taken for equal, so that none is read from the device to be
 * compared.
 *
 * <p>It is SipHash-2-4 twice (Aumasson and Bernstein, 2012), under two random keys that no file has: they are drawn when a
 * catalogue is opened, and the index is filled with the hashes then. So whoever chooses column names and map keys does not know
 * the keys, and can make no two definitions collide. Of a hundred million definitions two collide by chance once in 10²².
 */
final class DefinitionHash {
    private final SipHash high;
    private final SipHash low;

    /** Makes one of four halves of two keys. */
    DefinitionHash(long highKey0, long highKey1, long lowKey0, long lowKey1) {
        this(new SipHash(highKey0, highKey1), new SipHash(lowKey0, lowKey1));
    }

    private DefinitionHash(SipHash high, SipHash low) {
        this.high = high;
        this.low = low;
    }

    /** Makes one of random keys. */
    static DefinitionHash random() {
        return new DefinitionHash(SipHash.random(), SipHash.random());
    }

    /** Returns the fingerprint of a definition. */
    Fingerprint of(SchemaDefinition definition) {
        return of(definition.canonical());
    }

    /** Returns the fingerprint of a definition's canonical bytes, whose position stays. */
    Fingerprint of(ByteBuffer canonical) {
        byte[] bytes = new byte[canonical.remaining()];
        canonical.get(canonical.position(), bytes);
        return of(bytes);
    }

    private Fingerprint of(byte[] canonical) {
        return new Fingerprint(high.of(canonical), low.of(canonical));
    }
}
