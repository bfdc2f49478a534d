package org.ssdtier.benchmarks.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.IdleMachine;
import picocli.CommandLine.Option;

/**
 * The options {@code --wait-idle} and {@code --force} of every measurement whose result may be kept, and what two checks
 * before it found: that of the load, and that of its emulated drives if it has any.
 */
public final class IdleOptions {
    /** The name of the fact whether one of the options {@code --force...} was given. */
    public static final String FORCED = "forced";

    /** The name of the fact that lists the checks that would have refused: of {@link #LOAD}, {@link #MEMORY}, {@link #DRIVES}. */
    public static final String REFUSED_BY = "refused_by";

    /** The check of the load average. */
    public static final String LOAD = "load";

    /** The check of the emulated drives. */
    public static final String DRIVES = "drives";

    /** The check of the memory for the images of the emulated drives. */
    public static final String MEMORY = "memory";

    private static final int MOST_SECONDS = 3_600;

    private final IdleMachine machine;

    @Option(
            names = "--wait-idle",
            paramLabel = "SECONDS",
            description = "Before a result that is kept the load average must be at most " + IdleMachine.MAX_LOAD
                    + "; the longest wait for that (default: ${DEFAULT-VALUE}).")
    private int waitSeconds = 180;

    @Option(names = "--force", description = "Both --force-load and --force-drives.")
    private boolean isForced;

    @Option(names = "--force-load", description = "Measure at once, although the load average is higher.")
    private boolean isLoadForced;

    @Option(
            names = "--force-drives",
            description =
                    "Measure although an emulated disk deviates from its model, or may because its image does not fit into"
                            + " memory.")
    private boolean areDrivesForced;

    private boolean isLoadRefused;

    /** Creates the options for this machine. */
    public IdleOptions() {
        this(IdleMachine.local());
    }

    /** Creates the options for a machine with an injected load. */
    IdleOptions(IdleMachine machine) {
        this.machine = machine;
    }

    /** A check of the emulated drives of a measurement, or of the memory for their images. */
    @FunctionalInterface
    public interface DriveCheck {
        /**
         * Requires that the drives agree with their models, or can.
         *
         * @throws IOException if one does not, or cannot
         */
        void require() throws IOException;
    }

    /**
     * Waits until the machine is idle if the result is kept. Call it immediately before the measurement.
     *
     * @param isKept whether the result is kept, in a file
     * @param progress receives the reason for a wait
     * @throws IOException if the machine stays busy, unless that is allowed by {@code --force} or {@code --force-load}
     */
    public void await(boolean isKept, Consumer<String> progress) throws IOException, InterruptedException {
        Allowed.between("--wait-idle", waitSeconds, 0, MOST_SECONDS);
        if (!isKept) {
            return;
        }
        if (isForced || isLoadForced) {
            isLoadRefused = machine.isBusy();
        } else {
            machine.await(waitSeconds, progress);
        }
    }

    /**
     * Returns the facts of a measurement without emulated drives, by name: {@link #FORCED} and {@link #REFUSED_BY}. Call it
     * after {@link #await}.
     */
    public Map<String, Object> admit() {
        return facts(List.of());
    }

    /**
     * Admits the drives of a measurement, and returns its facts as {@link #admit()} does.
     *
     * @throws IOException if the check refuses, unless that is allowed by {@code --force} or {@code --force-drives}
     */
    public Map<String, Object> admit(DriveCheck drives) throws IOException {
        return facts(refusals(DRIVES, drives));
    }

    /**
     * Admits the drives of a measurement with the memory for their images, and returns its facts as {@link #admit()} does.
     *
     * @throws IOException if a check refuses, unless that is allowed by {@code --force} or {@code --force-drives}
     */
    public Map<String, Object> admit(DriveCheck images, DriveCheck drives) throws IOException {
        List<String> refusedBy = new ArrayList<>(refusals(MEMORY, images));
        refusedBy.addAll(refusals(DRIVES, drives));
        return facts(refusedBy);
    }

    private List<String> refusals(String name, DriveCheck check) throws IOException {
        try {
            check.require();
        } catch (IOException refused) {
            if (!areDrivesForced()) {
                throw refused;
            }
            return List.of(name);
        }
        return List.of();
    }

    /** Returns whether a measurement begins although its drives deviate from their models, or may. */
    public boolean areDrivesForced() {
        return isForced || areDrivesForced;
    }

    private Map<String, Object> facts(List<String> refusedByDrives) {
        List<String> refusedBy = new ArrayList<>();
        if (isLoadRefused) {
            refusedBy.add(LOAD);
        }
        refusedBy.addAll(refusedByDrives);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(FORCED, isForced || isLoadForced || areDrivesForced);
        facts.put(REFUSED_BY, List.copyOf(refusedBy));
        return facts;
    }
}
