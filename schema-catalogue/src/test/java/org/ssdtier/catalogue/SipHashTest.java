package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.common.hash.Hashing;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class SipHashTest {
    @Test
    void of_anyBytesUnderAnyKey_isThatOfGuava() {
        Random random = new Random(1);
        for (int length = 0; length < 600; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            long key0 = random.nextLong();
            long key1 = random.nextLong();
            assertEquals(
                    Hashing.sipHash24(key0, key1).hashBytes(bytes).asLong(),
                    new SipHash(key0, key1).of(bytes),
                    "length=" + length);
        }
    }

    /** The last test vector of the paper's authors: 15 bytes 0, 1, 2, … under the key 0, 1, … 15. */
    @Test
    void of_thePapersExample_isWhatThePaperSays() {
        byte[] bytes = new byte[15];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) at;
        }
        assertEquals(0xa129_ca61_49be_45e5L, new SipHash(0x0706_0504_0302_0100L, 0x0f0e_0d0c_0b0a_0908L).of(bytes));
    }

    @Test
    void random_isAnotherEachTime() {
        assertNotEquals(SipHash.random().of(new byte[20]), SipHash.random().of(new byte[20]));
    }
}
