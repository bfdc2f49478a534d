package org.ssdtier.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class InlineSvgTest {
    @Test
    void prologueIndentationAndSize_areLeftOut_titleIsAdded() {
        String svg =
                """
                <?xml version="1.0"?>
                <!DOCTYPE svg PUBLIC "a">
                <svg height="2px" viewBox="0 0 4 2" width="4px">
                  <g/>
                </svg>
                """;
        assertEquals(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0,0,4,2\" role=\"img\" aria-label=\"a &lt; $1\"> "
                        + "<g/> </svg>",
                InlineSvg.of(svg, "a < $1", 1));
    }

    @Test
    void numbers_loseWhatIsBelowAHundredth_unlessTheyHaveAnExponent() {
        assertEquals("M1.23,-4.56", InlineSvg.of("M1.2345,-4.5678", "", 1));
        assertEquals("1.2345E-4,10,2.5", InlineSvg.of("1.2345E-4 10 2.5", "", 1));
    }

    @Test
    void pathCommands_needNoSpaceBeforeThem() {
        assertEquals("M1,2Q3,4,5,6Z", InlineSvg.of("M1,2 Q3,4 5,6 Z", "", 1));
    }

    /** Two drawings of a page may have clip paths of one name and different sizes. */
    @Test
    void namesOfClipPaths_areOfTheirDrawing() {
        assertEquals(
                "<clipPath id=\"drawing-3-clip7\"/><g clip-path=\"url(#drawing-3-clip7)\"/>",
                InlineSvg.of("<clipPath id=\"clip7\"/><g clip-path=\"url(#clip7)\"/>", "", 3));
    }

    @Test
    void colours_becomeVariables_othersAreRefused() {
        assertEquals("fill:var(--series-0);", InlineSvg.of("fill:rgb(29,78,216);", "", 1));
        assertThrows(IllegalArgumentException.class, () -> InlineSvg.of("fill:rgb(1,2,3);", "", 1));
    }
}
