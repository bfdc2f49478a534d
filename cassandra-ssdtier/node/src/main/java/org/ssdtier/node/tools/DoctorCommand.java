package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import io.airlift.airline.Option;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.doctor.Finding;
import org.ssdtier.node.doctor.HomeExamination;
import org.ssdtier.node.doctor.JmxAddress;
import org.ssdtier.node.doctor.NodeExamination;
import org.ssdtier.segmentlog.device.NanoClock;

/** The command {@code ssdtier doctor}. */
@Command(
        name = "doctor",
        description =
                "Check a home on this machine, and its node if it runs; or a node anywhere by JMX. Each line is OK,"
                        + " WARN or FAIL, with the remedy; the exit code is 1 if one is FAIL")
public final class DoctorCommand extends ReportCommand {
    /** System property with the home of the script that runs this. */
    static final String HOME_PROPERTY = "ssdtier.home";

    /** System property with the directory of its configuration. */
    static final String CONFIGURATION_PROPERTY = "ssdtier.conf";

    private static final String LOOPBACK = "127.0.0.1";
    private static final long PROBE_NANOS = 5_000_000_000L;
    private static final int MOST_SECONDS = 600;

    @Arguments(
            title = "HOME|HOST",
            usage = "[HOME | HOST[:PORT]]",
            description = "The directory of a Cassandra (by default the one that this program belongs to), or a node")
    private List<String> arguments = new ArrayList<>();

    @Option(name = "--conf", title = "DIR", description = "Directory of cassandra.yaml, if HOME does not show it")
    private @Nullable String configuration;

    @Option(
            name = "--probe",
            description =
                    "Measure the devices of cache and data for five seconds: random 4 KiB reads past the page cache")
    private boolean probe = false;

    @Option(
            name = "--seconds",
            title = "N",
            description = "Time between two readings of a node's counters; 2 by default")
    private int seconds = 2;

    @Option(
            name = {"-p", "--port"},
            title = "PORT",
            description = "Port of JMX; by default that of the running node, or 7199")
    private int port = 0;

    @Option(
            name = {"-u", "--username"},
            title = "USER",
            description = "User of JMX")
    private @Nullable String user;

    @Option(
            name = {"-pw", "--password"},
            title = "PASSWORD",
            description = "Password of JMX; better in a file, since other users see command lines")
    private @Nullable String password;

    @Option(
            name = {"-pwf", "--password-file"},
            title = "FILE",
            description = "File with lines of user and password, as for nodetool")
    private @Nullable String passwordFile;

    @Option(name = "--ssl", description = "Connect by TLS, with the options in ~/.cassandra/nodetool-ssl.properties")
    private boolean usesTls = false;

    /** The findings, as JSON. */
    record Result(Finding.Level worst, List<Finding> findings) {
        static Result of(List<Finding> findings) {
            Finding.Level worst = findings.stream()
                    .map(Finding::level)
                    .reduce(Finding.Level.OK, (first, second) -> first.compareTo(second) >= 0 ? first : second);
            return new Result(worst, findings);
        }
    }

    @Override
    public int run(PrintStream out) throws IOException {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException("--seconds=" + seconds + ", allowed 1 to " + MOST_SECONDS);
        }
        if (arguments.size() > 1) {
            check(arguments, "[HOME | HOST[:PORT]]");
        }
        JmxLogin login = JmxLogin.of(user, password, passwordFile, usesTls);
        String target = arguments.isEmpty() ? System.getProperty(HOME_PROPERTY) : arguments.get(0);
        if (target == null) {
            throw new IllegalArgumentException("arguments missing, allowed HOME | HOST[:PORT]");
        }
        List<Finding> findings = isHome(target) ? home(Path.of(target), login) : node(target, login);
        Result result = Result.of(findings);
        show(out, result, text -> findings.forEach(finding -> text.print(FindingText.of(finding))));
        return result.worst() == Finding.Level.FAIL ? 1 : 0;
    }

    private static boolean isHome(String target) {
        return target.contains("/") || Files.exists(Path.of(target));
    }

    private List<Finding> home(Path directory, JmxLogin login) throws IOException {
        HomeExamination examination = HomeExamination.of(directory, configuration(), probe ? PROBE_NANOS : 0);
        List<Finding> findings = new ArrayList<>(examination.run());
        int jmxPort = port > 0 ? port : examination.jmxPort();
        if (!examination.isRunning() && port == 0) {
            findings.add(FindingText.notRunning(directory));
            return findings;
        }
        JmxAddress address = login.at(LOOPBACK, jmxPort > 0 ? jmxPort : JmxAddress.DEFAULT_PORT);
        try {
            findings.addAll(new NodeExamination(address, 1_000L * seconds, NanoClock.SYSTEM).run(false));
        } catch (IOException e) {
            findings.add(FindingText.notReached(e));
        }
        return findings;
    }

    /** Returns the directory that was given; for the home of the script, that of the script; or null. */
    private @Nullable Path configuration() {
        String ofScript = System.getProperty(CONFIGURATION_PROPERTY);
        if (configuration != null) {
            return Path.of(configuration);
        }
        boolean isUsable =
                arguments.isEmpty() && ofScript != null && Files.isRegularFile(Path.of(ofScript, "cassandra.yaml"));
        return isUsable ? Path.of(ofScript) : null;
    }

    private List<Finding> node(String target, JmxLogin login) throws IOException {
        if (probe || configuration != null) {
            throw new IllegalArgumentException(
                    "node=" + target + " with " + (probe ? "--probe" : "--conf") + ", allowed for a HOME only");
        }
        JmxAddress address = login.parse(target, port > 0 ? port : JmxAddress.DEFAULT_PORT);
        return new NodeExamination(address, 1_000L * seconds, NanoClock.SYSTEM).run(true);
    }
}
