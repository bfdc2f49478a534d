package org.ssdtier.catalogue;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * A keyed hash of 128 bits: definitions with one fingerprint are taken for equal, so that none is read from the device to be
 * compared.
 *
 * <p>It is SipHash-2-4 twice (Aumasson and Bernstein, 2012), under two random keys that no file has: they are drawn when a
 * catalogue is opened, and the index is filled with the hashes then. So whoever chooses column names and map keys does not know
 * the keys, and can make no two definitions collide. Of a hundred million definitions two collide by chance once in 10²².
 */
final class DefinitionHash {
    private final HashFunction high;
    private final HashFunction low;

    /** Makes one of four halves of two keys. */
    DefinitionHash(long highKey0, long highKey1, long lowKey0, long lowKey1) {
        this.high = Hashing.sipHash24(highKey0, highKey1);
        this.low = Hashing.sipHash24(lowKey0, lowKey1);
    }

    /** Makes one of random keys. */
    static DefinitionHash random() {
        SecureRandom random = new SecureRandom();
        return new DefinitionHash(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    /** Returns the fingerprint of a definition. */
    Fingerprint of(SchemaDefinition definition) {
        byte[] canonical = definition.canonical();
        return new Fingerprint(
                high.hashBytes(canonical).asLong(), low.hashBytes(canonical).asLong());
    }

    /** Returns the fingerprint of a definition's canonical bytes, whose position stays. */
    Fingerprint of(ByteBuffer canonical) {
        return new Fingerprint(
                high.hashBytes(canonical.duplicate()).asLong(),
                low.hashBytes(canonical.duplicate()).asLong());
    }
}
