package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.device.Calibration;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.LoadComparison;
import org.ssdtier.benchmarks.device.LoadFigures;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier device calibrate}. */
@Command(
        name = "calibrate",
        description = "Compare emulated drives with their models; the exit code is 1 if one deviates by over 10 %%.",
        mixinStandardHelpOptions = true)
final class DeviceCalibrateCommand extends DeviceVerb {
    @Option(names = "--profile", paramLabel = "PROFILE", description = "Only this profile; may be repeated.")
    private List<String> profiles = List.of();

    @Option(
            names = "--spindles",
            paramLabel = "N",
            description = "Disks in the RAID-0 (default: those of each profile).")
    private @Nullable Integer spindles;

    @Option(
            names = "--fill",
            paramLabel = "SHARE",
            description = "Share of the drive that holds other data, as in device up; the profile must have one.")
    private @Nullable Double fill;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Seconds of each random load (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Mixin
    private InstallOption install = new InstallOption();

    @Mixin
    private JsonOption json = new JsonOption();

    @Mixin
    private IdleOptions idle = new IdleOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = json.display();
        DeviceRegistry registry = install.require(openRegistry());
        idle.await(json.isFile(), out::println);
        RunFacts facts = RunFacts.begin(Checkout.locate().root());
        facts.setDisks("emulated", "not used");
        facts.addAll(idle.admit());
        double loadBefore = RunFacts.loadAverage();
        Calibration calibration = new Calibration(registry, seconds);
        List<Calibration.Result> results = new ArrayList<>();
        for (DeviceProfile profile : chosen(registry)) {
            for (int drives : spindles == null ? profile.calibratedSpindles() : List.of(spindles)) {
                printHead(out, profile, drives);
                results.add(calibration.run(profile, drives, load -> print(out, load)));
            }
        }
        boolean isGood = results.stream().allMatch(Calibration.Result::isGood);
        out.printf("%n%s; load average %.1f before, %.1f after%n", verdict(isGood), loadBefore, RunFacts.loadAverage());
        out.flush();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("good", isGood);
        figures.put("tolerance", LoadComparison.TOLERANCE);
        figures.put("run", facts.toMap());
        figures.put("devices", results);
        json.write(figures);
        return isGood ? 0 : 1;
    }

    /** Returns the profiles to calibrate, with the fill level if one was given. */
    List<DeviceProfile> chosen(DeviceRegistry registry) throws IOException {
        List<DeviceProfile> chosen = new ArrayList<>();
        if (profiles.isEmpty()) {
            chosen.addAll(registry.profiles());
        }
        for (String name : profiles) {
            chosen.add(registry.profile(name));
        }
        Double share = fill;
        return share == null
                ? chosen
                : chosen.stream().map(profile -> profile.filled(share)).toList();
    }

    private static String verdict(boolean isGood) {
        return isGood ? "All within 10 % of the model" : "NOT within 10 % of the model";
    }

    private static void printHead(PrintWriter out, DeviceProfile profile, int drives) {
        out.printf("%n%s, %s%s%n", profile.name(), profile.description(), drives == 1 ? "" : ", RAID-0 of " + drives);
        out.printf(
                "  %-12s %19s %17s %23s %21s %21s  %s%n",
                "load", "requests/s", "MB/s", "mean ms (arithmetic)", "p50 ms", "p99 ms", "worst");
        out.flush();
    }

    private static void print(PrintWriter out, LoadComparison load) {
        LoadFigures measured = load.measured();
        LoadFigures expected = load.expected();
        if (expected == null) {
            out.printf(
                    Locale.ROOT,
                    "  %-12s %19.0f %17.1f %23.3f %21.3f %21.3f  %s%n",
                    measured.load(),
                    measured.iops(),
                    measured.megabytesPerSecond(),
                    measured.meanMicros() / 1e3,
                    measured.p50Micros() / 1e3,
                    measured.p99Micros() / 1e3,
                    load.isGood() ? "no model" : "SLOW");
        } else {
            out.printf(
                    "  %-12s %19s %17s %23s %21s %21s  %s%n",
                    measured.load(),
                    pair("%.0f", measured.iops(), expected.iops()),
                    pair("%.1f", measured.megabytesPerSecond(), expected.megabytesPerSecond()),
                    pair("%.3f", measured.meanMicros() / 1e3, expected.meanMicros() / 1e3)
                            + arithmetic(load.arithmeticMicros()),
                    pair("%.3f", measured.p50Micros() / 1e3, expected.p50Micros() / 1e3),
                    pair("%.3f", measured.p99Micros() / 1e3, expected.p99Micros() / 1e3)
                            + (load.isTailJudged() ? "" : "*"),
                    worst(load));
        }
        out.flush();
    }

    private static String pair(String form, double measured, double expected) {
        return String.format(Locale.ROOT, form + " : " + form, measured, expected);
    }

    private static String arithmetic(@Nullable Double micros) {
        return micros == null ? "" : String.format(Locale.ROOT, " (%.2f)", micros / 1e3);
    }

    private static String worst(LoadComparison load) {
        return String.format(Locale.ROOT, "%+.1f %%", load.worst() * 100)
                + (load.tries() > 1 ? ", try " + load.tries() : "")
                + (load.isGood() ? "" : "  OUTSIDE");
    }
}
