package org.ssdtier.benchmarks.curves.trace;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.ssdtier.rowcache.admission.Admission;

/**
 * The main class of the simulator process. Runs one case, given as {@code name=value} arguments, and prints a {@link
 * CurveResult} as one line of JSON on standard output. Progress goes to standard error.
 */
public final class CurveMain {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PROGRESS_SECONDS = 10;

    private final Map<String, String> arguments = new HashMap<>();

    private CurveMain(String[] given) {
        for (String argument : given) {
            int at = argument.indexOf('=');
            arguments.put(argument.substring(0, at), argument.substring(at + 1));
        }
    }

    /**
     * Runs the case.
     *
     * @param given {@code rows=N memoryShare=X ssdShare=X writes=X policy=survive|invalidate admission=all|second_sight
     *     reinsertedShare=X requestsPerRow=X shift=X imageBytes=N seed=N}, all required
     * @throws Exception if the simulation fails
     */
    public static void main(String[] given) throws Exception {
        CurveResult result = Simulation.run(new CurveMain(given).curveCase(), new Progress()::say);
        System.out.println(new ObjectMapper().writeValueAsString(result));
        System.out.flush();
    }

    private CurveCase curveCase() {
        long rows = Long.parseLong(value("rows"));
        return new CurveCase(
                rows,
                Math.round(rows * number("memoryShare")),
                Math.round(rows * number("ssdShare")),
                number("writes"),
                value("policy").equals("invalidate"),
                Admission.valueOf(value("admission").toUpperCase(Locale.ROOT)),
                number("reinsertedShare"),
                Math.round(rows * number("requestsPerRow")),
                Math.round(rows * number("shift")),
                Integer.parseInt(value("imageBytes")),
                Long.parseLong(value("seed")));
    }

    private double number(String name) {
        return Double.parseDouble(value(name));
    }

    private String value(String name) {
        String value = arguments.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + "=missing");
        }
        return value;
    }

    /** A progress report on standard error every ten seconds. */
    private static final class Progress {
        private final long startNanos = System.nanoTime();
        private double said;

        void say(double done) {
            double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
            if (seconds - said >= PROGRESS_SECONDS) {
                said = seconds;
                System.err.printf(
                        Locale.ROOT,
                        "  %3.0f s %s%n",
                        seconds,
                        done == 0 ? "warming up" : String.format(Locale.ROOT, "measured %.0f %%", done * 100));
            }
        }
    }
}
