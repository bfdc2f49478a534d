package org.ssdtier.benchmarks.chaos.register;

/**
 * The verdict on the history of one register.
 *
 * @param outcome outcome of the search
 * @param operations number of operations
 * @param unknown number of operations of unknown outcome
 * @param explanation the operation that no order explains, or the limit that was reached; empty if linearizable
 */
public record RegisterVerdict(Outcome outcome, int operations, int unknown, String explanation) {
    /** The outcome of a search. */
    public enum Outcome {
        /** There is an order of all operations that explains every answer. */
        LINEARIZABLE,
        /** There is no such order. */
        VIOLATED,
        /** The search has reached its limit. */
        UNDECIDED
    }
}
