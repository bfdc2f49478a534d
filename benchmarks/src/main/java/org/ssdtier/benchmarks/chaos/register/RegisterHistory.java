package org.ssdtier.benchmarks.chaos.register;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The operations on several registers, as recorded by their clients. Thread-safe. */
public final class RegisterHistory {
    private static final int KEPT_EXPLANATIONS = 5;

    private final Map<Integer, List<RegisterOperation>> byKey = new TreeMap<>();

    /** Creates an empty history. */
    public RegisterHistory() {}

    /** Adds an operation on the register with a key. */
    public synchronized void add(int key, RegisterOperation operation) {
        byKey.computeIfAbsent(key, unseen -> new ArrayList<>()).add(operation);
    }

    /** Returns the number of operations so far. */
    public synchronized long size() {
        return byKey.values().stream().mapToLong(List::size).sum();
    }

    /** Judges every register. */
    public synchronized Verdicts judge(Linearizability search) {
        Map<RegisterVerdict.Outcome, Integer> outcomes = new TreeMap<>();
        List<String> explanations = new ArrayList<>();
        long operations = 0;
        long unknown = 0;
        for (Map.Entry<Integer, List<RegisterOperation>> register : byKey.entrySet()) {
            RegisterVerdict verdict = search.judge(register.getValue());
            outcomes.merge(verdict.outcome(), 1, Integer::sum);
            operations += verdict.operations();
            unknown += verdict.unknown();
            if (verdict.outcome() != RegisterVerdict.Outcome.LINEARIZABLE && explanations.size() < KEPT_EXPLANATIONS) {
                explanations.add("register=" + register.getKey() + ": " + verdict.explanation());
            }
        }
        return new Verdicts(
                operations,
                unknown,
                outcomes.getOrDefault(RegisterVerdict.Outcome.LINEARIZABLE, 0),
                outcomes.getOrDefault(RegisterVerdict.Outcome.VIOLATED, 0),
                outcomes.getOrDefault(RegisterVerdict.Outcome.UNDECIDED, 0),
                explanations);
    }

    /** Writes all operations to a file, one a line: key, client, kind, expected, written, observed, invoked, returned. */
    public synchronized void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("key\tclient\tkind\texpected\twritten\tobserved\tinvoked\treturned\n");
            for (Map.Entry<Integer, List<RegisterOperation>> register : byKey.entrySet()) {
                for (RegisterOperation operation : register.getValue()) {
                    out.write(register.getKey() + "\t" + operation.client() + "\t" + operation.kind() + "\t"
                            + operation.expected() + "\t" + operation.written() + "\t" + operation.observed() + "\t"
                            + operation.invoked() + "\t" + operation.returned() + "\n");
                }
            }
        }
    }

    /**
     * The verdicts on all registers.
     *
     * @param operations number of operations
     * @param unknown number of them without an answer
     * @param linearizable number of registers that are linearizable
     * @param violated number of those that are not
     * @param undecided number of those whose search has reached its limit
     * @param explanations the first few violations and limits, in words
     */
    public record Verdicts(
            long operations, long unknown, int linearizable, int violated, int undecided, List<String> explanations) {
        /** Copies the list. */
        public Verdicts {
            explanations = List.copyOf(explanations);
        }

        /** Returns whether there are registers and all are linearizable. */
        public boolean isGood() {
            return linearizable > 0 && violated == 0 && undecided == 0;
        }
    }
}
