package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.ycsb.stale.StoreException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench cluster}. */
@Command(
        name = "cluster",
        description = "Judge every answer of a cluster whose nodes fail, change and move; stock is run too.",
        mixinStandardHelpOptions = true)
public final class ChaosCommand extends Measurement {
    private static final Duration JMX_TIMEOUT = Duration.ofMinutes(5);

    @Option(
            names = "--chaos",
            paramLabel = "WORDS",
            description = "Faults in the order in which they are played, or all (default: ${DEFAULT-VALUE}).")
    private String chaos = "all";

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Least seconds of load; each fault is played at least once (default: ${DEFAULT-VALUE}).")
    private int seconds = 1_800;

    @Option(
            names = "--down",
            paramLabel = "N",
            description = "Seconds that a node is down (default: ${DEFAULT-VALUE}).")
    private int down = 10;

    @Option(
            names = "--rest",
            paramLabel = "N",
            description = "Seconds of load after each fault (default: ${DEFAULT-VALUE}).")
    private int rest = 5;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Nodes at the beginning, 3 or 4 (default: ${DEFAULT-VALUE}).")
    private int nodes = 3;

    @ArgGroup
    private Stock stock = new Stock();

    /** The number of runs of stock. */
    private static final class Stock {
        @Option(
                names = "--stock-runs",
                paramLabel = "N",
                description =
                        "Play the same schedule on stock Cassandra N times; of each kind of failed requests the run"
                                + " with most counts (default: ${DEFAULT-VALUE}).")
        private int runs = 1;

        @Option(
                names = "--no-stock",
                description = "Leave out the same schedule on stock Cassandra; then only few requests may fail.")
        private boolean isLeftOut;

        int number() {
            return isLeftOut ? 0 : runs;
        }
    }

    @Option(
            names = "--hosts",
            paramLabel = "ADDRESS",
            split = ",",
            description =
                    "Run the nodes on these machines, with ssh; the last ones are for nodes that join. Each needs a"
                            + " JDK 17, and --dir, a directory of the same name there. The default is this machine.")
    private List<String> hosts = List.of();

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "The command that takes an address and a script (default: ${DEFAULT-VALUE}).")
    private String ssh = "ssh -o BatchMode=yes -o ConnectTimeout=10";

    @Mixin
    private InstallOption install = new InstallOption();

    @Override
    protected String directoryName() {
        return "chaos";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException, StoreException {
        // a node that hangs must not keep the run waiting; read when the first connection is made
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", Long.toString(JMX_TIMEOUT.toMillis()));
        ChaosOptions options = new ChaosOptions(
                ChaosFault.parse(chaos),
                seconds,
                down,
                rest,
                nodes,
                stock.number(),
                run.heap("400M"),
                run.seed(),
                directory,
                hosts.stream()
                        .map(host -> new SshHost(host, List.of(ssh.split(" "))))
                        .toList());
        return new ChaosRun(options, hosts.isEmpty() ? prepare(options, progress) : null, progress).run();
    }

    /** Installs what is missing, if that is allowed. Returns the maker of drives, or null if none can be emulated here. */
    private @Nullable DeviceRegistry prepare(ChaosOptions options, Consumer<String> progress) throws IOException {
        if (options.faults().contains(ChaosFault.PARTITION)) {
            boolean mayInstall = install.isGiven();
            if (mayInstall) {
                LocalCut.installMissing();
            }
            LocalCut.require();
        }
        if (!options.faults().contains(ChaosFault.SSD_DIES)) {
            return null;
        }
        DeviceRegistry drives = install.prepare(DeviceRegistry.open(Checkout.locate(), progress));
        Optional<String> obstacle = drives.obstacle();
        obstacle.ifPresent(why ->
                progress.accept("ssd-dies: the files of the SSD are deleted while the node is down, because " + why));
        return obstacle.isEmpty() ? drives : null;
    }
}
