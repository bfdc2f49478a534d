package org.ssdtier.catalogue.cassandra.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests with random hashes in place of shapes. */
@Tag("unit")
final class ProbationTest {
    private final Probation probation = new Probation();
    private final Random random = new Random(1);

    @Test
    void goesOn_shapesThatRepeat_endsWithTheSecondSighting() {
        long[] shapes = random.longs(100).toArray();
        for (int row = 0; row < 3 * Probation.WINDOW; row++) {
            probation.examined();
            long shape = row < shapes.length ? shapes[row] : random.nextLong(); // a new shape now and then
            if (row < shapes.length || row % 5 == 0) {
                assertTrue(probation.goesOn(shape), "row=" + row);
            }
        }
        int ended = 0;
        for (long shape : shapes) {
            ended += probation.goesOn(shape) ? 0 : 1;
        }
        assertTrue(ended > shapes.length / 4, "some were overwritten: ended=" + ended);
    }

    /** Checked by removal: if its length is always that for shapes that repeat, it ends with the second sighting. */
    @Test
    void goesOn_mostShapesAreNew_endsWithTheFourthSighting() {
        window(random.longs(Probation.WINDOW).toArray());
        long shape = random.nextLong();
        for (int sighting = 1; sighting < Probation.LONG; sighting++) {
            assertTrue(probation.goesOn(shape), "sighting=" + sighting);
        }
        assertFalse(probation.goesOn(shape));
    }

    /** Sightings count from the first one, also if probation was longer at that time. */
    @Test
    void goesOn_shapesRepeatAgain_isShortAgain() {
        long[] shapes = random.longs(Probation.WINDOW).toArray();
        window(shapes);
        window(new long[Probation.WINDOW]); // one shape
        assertFalse(probation.goesOn(shapes[7]));
    }

    /** Checked by removal: if the table does not grow, hashes overwrite each other and most are seen for the first time. */
    @Test
    void goesOn_manyShapes_areRemembered() {
        long[] shapes = random.longs(20_000).toArray();
        for (long shape : shapes) {
            probation.goesOn(shape);
        }
        int ended = 0;
        for (long shape : shapes) {
            ended += probation.goesOn(shape) ? 0 : 1;
        }
        assertTrue(ended > shapes.length / 4, "some were overwritten: ended=" + ended);
    }

    @Test
    void goesOn_hashOfZero_isAHashLikeOthers() {
        assertTrue(probation.goesOn(0));
        assertFalse(probation.goesOn(0));
        assertEquals(2, Probation.SHORT);
    }

    private void window(long[] shapes) {
        assertEquals(Probation.WINDOW, shapes.length);
        for (long shape : shapes) {
            probation.examined();
            probation.goesOn(shape);
        }
    }
}
