package org.ssdtier.ycsb.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {
    @Tag("property")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 17, 1_000, 65_536, 100_003})
    void of_allElements_hitsEachOnce(int n) {
        Permutation permutation = new Permutation(n, 42);
        BitSet seen = new BitSet();
        for (int i = 0; i < n; i++) {
            seen.set(Math.toIntExact(permutation.of(i)));
        }
        assertEquals(n, seen.cardinality());
        assertEquals(n, seen.length());
    }

    @Test
    @Tag("unit")
    void of_largeDomain_staysInside() {
        Permutation permutation = new Permutation(100_000_000_007L, 1);
        for (long i = 0; i < 10_000; i++) {
            long image = permutation.of(i * 9_999_999);
            assertTrue(image >= 0 && image < 100_000_000_007L, "image=" + image);
        }
    }

    @Test
    @Tag("unit")
    void new_emptyDomain_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Permutation(0, 1));
    }
}
