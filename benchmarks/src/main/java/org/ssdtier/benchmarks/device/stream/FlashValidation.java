package org.ssdtier.benchmarks.device.stream;

import java.io.IOException;
import java.util.List;
import org.ssdtier.benchmarks.device.NamedNumbers;
import org.ssdtier.benchmarks.device.StreamPrograms;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * The comparison of the translation layer's write amplification with closed forms: 1 for sequential overwrites, Desnoyers
 * (SYSTOR 2012) for uniform random ones with greedy garbage collection.
 *
 * @param cases the loads, each with its over-provisioning
 * @param isGood whether all of them agree
 */
public record FlashValidation(List<Case> cases, boolean isGood) {
    /**
     * A load.
     *
     * @param load {@code sequential} or {@code random}
     * @param spareShare flash beyond the drive's size, as a fraction of that
     * @param streams number of streams that write in turn
     * @param measured write amplification of the emulated drive
     * @param expected write amplification of the closed form
     * @param deviation relative difference
     */
    public record Case(
            String load, double spareShare, int streams, double measured, double expected, double deviation) {
        static Case parse(String line) {
            NamedNumbers numbers = NamedNumbers.parse(line);
            return new Case(
                    numbers.word("load"),
                    numbers.number("spare"),
                    (int) numbers.count("streams"),
                    numbers.number("measured"),
                    numbers.number("expected"),
                    numbers.number("deviation"));
        }
    }

    /** Runs the comparison, which takes seconds and no device. */
    public static FlashValidation run(StreamPrograms programs) throws IOException {
        ToolResult result = programs.validate();
        List<Case> cases = result.output().lines().map(Case::parse).toList();
        if (cases.isEmpty()) {
            throw new IOException("program=validate exit=" + result.exitCode() + ": printed no case");
        }
        return new FlashValidation(cases, result.exitCode() == 0);
    }
}
