package org.ssdtier.benchmarks.launcher;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Static methods to find the word that was meant. Words are compared by their optimal string alignment distance (the
 * restricted Damerau-Levenshtein distance): the number of letters to insert, delete, replace or swap with their
 * neighbour.
 */
final class NearestWord {
    private NearestWord() {}

    /**
     * Returns the candidate nearest to a word. A candidate qualifies if its distance is at most two or a third
     * of its length, whichever is more, and less than its length minus one.
     */
    static Optional<String> of(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> distance(word, candidate) <= Math.max(2, candidate.length() / 3))
                .filter(candidate -> distance(word, candidate) < candidate.length() - 1)
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        Arrays.setAll(last, i -> i);
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replace = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, 1 + Math.min(last[j], row[j - 1]));
                if (isSwap(from, i, to, j)) {
                    row[j] = Math.min(row[j], 1 + beforeLast[j - 2]);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[to.length()];
    }

    private static boolean isSwap(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
