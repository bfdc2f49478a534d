package org.ssdtier.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class SvgAddressTest {
    @Test
    void prologueAndIndentation_areLeftOut_quotesAndSpacesFitAnAttribute() {
        String svg = "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"a\">\n<svg id=\"#1\">\n  <g/>\n</svg>\n";
        assertEquals("data:image/svg+xml,%3Csvg%20id='%231'%3E%20%3Cg/%3E%20%3C/svg%3E", SvgAddress.of(svg));
    }

    @Test
    void numbers_loseWhatIsBelowAHundredth_unlessTheyHaveAnExponent() {
        assertEquals("data:image/svg+xml,M1.23,-4.56", SvgAddress.of("M1.2345,-4.5678"));
        assertEquals("data:image/svg+xml,1.2345E-4,10,2.5", SvgAddress.of("1.2345E-4 10 2.5"));
    }

    @Test
    void pathCommands_needNoSpaceBeforeThem() {
        assertEquals("data:image/svg+xml,M1,2Q3,4,5,6Z", SvgAddress.of("M1,2 Q3,4 5,6 Z"));
    }
}
