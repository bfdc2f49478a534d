package org.ssdtier.benchmarks.streams;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.device.ByteSize;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.stream.FlashValidation;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench run streams}. */
@Command(
        name = "streams",
        description = "Run the experiment of the multi-streamed SSD: a node under updates on an emulated SSD with and "
                + "without streams (about an hour).",
        mixinStandardHelpOptions = true)
public final class StreamsCommand implements Callable<Integer> {
    private static final int MOST_DIES = 64;
    private static final double LEAST_FILL = 0.1;
    private static final double MOST_FILL = 0.7;

    @Option(
            names = "--written",
            paramLabel = "N",
            description = "Bytes written in each slot, as a multiple of the drive's size (default: ${DEFAULT-VALUE}).")
    private double written = 3;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            description = "Size of the drive; rows and memory are in proportion (default: ${DEFAULT-VALUE}).")
    private String size = "1280MiB";

    @Option(
            names = "--fill",
            paramLabel = "SHARE",
            description =
                    "Share of the drive that the loaded table takes; compactions need up to as much again (default: "
                            + "${DEFAULT-VALUE}).")
    private double fill = 0.45;

    @Option(
            names = "--dies",
            paramLabel = "N",
            description = "Dies of the drive, 14 MiB/s each; the drive must be slower than the node (default: "
                    + "${DEFAULT-VALUE}).")
    private int dies = 1;

    @Option(
            names = "--arms",
            paramLabel = "NAME",
            split = ",",
            description = "Only these online arms; normal is needed.")
    private List<String> arms = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of rows and requests (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Directory for results, traces and report; an interrupted run continues (default: below build/bench).")
    private @Nullable Path directory;

    @Mixin
    private InstallOption install = new InstallOption();

    @Mixin
    private IdleOptions idle = new IdleOptions();

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allowed.positive("written", written);
        Allowed.require(fill >= LEAST_FILL && fill <= MOST_FILL, "fill", fill, LEAST_FILL + " to " + MOST_FILL);
        Allowed.between("dies", dies, 1, MOST_DIES);
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = install.require(DeviceRegistry.open(checkout, err::println));
        StreamsPlan plan = StreamsPlan.of(ByteSize.parse("size", size), fill, dies, written, seed);
        plan.requireRoom();
        Path place = directory != null
                ? directory
                : checkout.root().resolve("build/bench/streams-" + size.replace('/', '-'));
        StreamsRun run = new StreamsRun(plan, chosen(), place, host, line -> {
            err.println(line);
            err.flush();
        });
        StreamsResult result = run.run(run.isMeasured() ? Map.of() : checked(host, err));
        Path file = place.resolve("streams.json");
        Json.write(file, result);
        Path html = ResultReports.beside(file);
        new ResultReports(List.of(new StreamsResults())).draw(file, html);
        json.show(StreamsSummary.of(result), out -> {
            result.print(out);
            out.println();
            TextTable.print(out, StreamsTarget.HEADING, StreamsTarget.rows(result));
            out.println("Figures: " + file.toAbsolutePath());
            out.println("Report: " + html.toAbsolutePath());
        });
        return StreamsTarget.areReached(result) ? 0 : 1;
    }

    /**
     * Waits until the machine is idle, then checks the model of flash, which takes seconds and no drive.
     *
     * @return facts of the run
     * @throws IOException if the machine stays busy, or the model deviates from its closed forms, unless that is forced
     */
    private Map<String, Object> checked(DeviceRegistry host, PrintWriter err) throws IOException, InterruptedException {
        idle.await(true, err::println);
        FlashValidation validation = FlashValidation.run(host.streamPrograms());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(StreamsRun.FLASH_FACT, StreamsRun.largestDeviation(validation));
        facts.putAll(idle.admit(() -> StreamsRun.require(validation)));
        return facts;
    }

    private List<OnlineArm> chosen() {
        for (String name : arms) {
            Allowed.require(
                    OnlineArm.ALL.stream().anyMatch(arm -> arm.name().equals(name)),
                    "arms",
                    name,
                    OnlineArm.ALL.stream().map(OnlineArm::name).collect(Collectors.joining(", ")));
        }
        Allowed.require(
                arms.isEmpty() || arms.contains(OnlineArm.NORMAL.name()),
                "arms",
                String.join(",", arms),
                "a list with normal, whose trace the offline arms use");
        return OnlineArm.ALL.stream()
                .filter(arm -> arms.isEmpty() || arms.contains(arm.name()))
                .toList();
    }
}
