package org.ssdtier.keyindex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class BuildChoiceTest {
    private static final int MIB = 1 << 20;
    private static final BuildChoice.Candidate<String> COLD = new BuildChoice.Candidate<>("cold", MIB, 1);
    private static final BuildChoice.Candidate<String> HOT = new BuildChoice.Candidate<>("hot", 10 * MIB, 5);

    private final BuildChoice<String> choice = new BuildChoice<>();

    private Optional<String> next(long roomBytes) {
        return choice.next(List.of(COLD, HOT), roomBytes);
    }

    @Test
    void next_isTheMostReadOneForWhichThereIsRoom() {
        assertEquals(Optional.of("hot"), next(100 * MIB));
        assertEquals(Optional.of("cold"), next(5 * MIB), "40 MiB are not there");
        assertEquals(Optional.empty(), next(MIB));
    }

    @Test
    void refused_isNotTriedAgain_untilItIsForgotten() {
        choice.refuse("hot");
        assertEquals(Optional.of("cold"), next(100 * MIB));
        choice.retain(Set.of("cold"));
        assertEquals(Optional.of("hot"), next(100 * MIB));
    }

    /** A table that is dropped and created again with its ID begins with the same names. */
    @Test
    void refused_isNotAnotherOfThatName() {
        choice.refuse("hot");
        String other = String.valueOf(new char[] {'h', 'o', 't'});
        choice.retain(Set.of(other));
        BuildChoice.Candidate<String> candidate = new BuildChoice.Candidate<>(other, 10 * MIB, 5);
        assertEquals(Optional.of(other), choice.next(List.of(candidate), 100 * MIB));
        choice.refuse("hot");
        assertEquals(Optional.of(other), choice.next(List.of(candidate), 100 * MIB));
    }

    /** Otherwise the same SSTable would be read from the slow disk again and again, and hold up those that fit. */
    @Test
    void putOff_waitsUntilThereIsClearlyMoreRoom() {
        choice.putOff("hot", 48 * MIB);
        assertEquals(Optional.of("cold"), next(48 * MIB));
        assertEquals(Optional.of("cold"), next(59 * MIB));
        assertEquals(Optional.of("hot"), next(60 * MIB));
        choice.retain(Set.of("cold"));
        assertEquals(Optional.of("hot"), next(48 * MIB));
    }
}
