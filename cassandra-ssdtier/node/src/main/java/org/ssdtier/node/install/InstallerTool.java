package org.ssdtier.node.install;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The command line of the runnable jar. Exit codes: 0 success, 1 a refusal, a finding or a failure, 2 usage error.
 */
public final class InstallerTool {
    private static final String DOCTOR = "doctor";

    private static final String USAGE =
            """
            usage: java -jar cassandra-ssdtier-VERSION.jar COMMAND

              install HOME     weave the classes of the Cassandra in HOME, and put the drop-in jar into HOME/lib
              verify HOME      check that the drop-in jar in HOME/lib fits the Cassandra beside it
              uninstall HOME   remove what install has written; stock Cassandra is left
              doctor HOME      check jar, configuration, directory and node; more: doctor HOME --help
              version          print the version of this jar
              help             print this text

            HOME is the directory of a binary tarball, /usr/share/cassandra of a Debian or RPM package, or
            /opt/cassandra of the official container image.

            options:
              --conf DIR       directory of cassandra.yaml; searched: HOME/conf, and /etc/cassandra for a package
              --append-yaml    install: append the block of options to cassandra.yaml, as a comment
              --force-running  install, uninstall: do it although a node runs from HOME

            exit codes: 0 success, 1 refused, failed or a finding, 2 usage error
            """;

    private final Path jar;
    private final Path processes;
    private final CassandraWeaver weaver;
    private final Steps steps;
    private final PrintStream out;
    private final PrintStream err;

    /**
     * Creates the command line.
     *
     * @param jar the jar from which it runs
     * @param processes the file system of processes
     */
    InstallerTool(Path jar, Path processes, CassandraWeaver weaver, Steps steps, PrintStream out, PrintStream err) {
        this.jar = jar;
        this.processes = processes;
        this.weaver = weaver;
        this.steps = steps;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs a command and exits.
     *
     * @throws URISyntaxException if the jar's own location is no path
     */
    public static void main(String[] words) throws URISyntaxException {
        Path jar = Path.of(InstallerTool.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        InstallerTool tool =
                new InstallerTool(jar, Path.of("/proc"), new IsolatedWeaver(), Steps.UNWATCHED, System.out, System.err);
        System.exit(tool.run(List.of(words)));
    }

    /** Runs a command and returns the exit code. */
    int run(List<String> words) {
        try {
            return isDoctor(words) ? doctor(words) : run(InstallRequest.parse(words));
        } catch (IllegalArgumentException rejected) {
            print(rejected);
            err.println("See: java -jar " + jar.getFileName() + " help");
            return 2;
        } catch (IOException failure) {
            print(failure);
            return 1;
        } finally {
            out.flush();
        }
    }

    private int run(InstallRequest request) throws IOException {
        if (request.command().equals(InstallRequest.HELP)) {
            out.print(USAGE);
            return 0;
        }
        if (!Files.isRegularFile(jar)) {
            throw new InstallRefusal("jar=" + jar + ": not a jar; run it with java -jar");
        }
        DropInJar own = DropInJar.read(jar);
        Installer installer = new Installer(own, weaver, new RunningNodes(processes), steps, out);
        switch (request.command()) {
            case InstallRequest.INSTALL -> installer.install(request);
            case InstallRequest.UNINSTALL -> installer.uninstall(request);
            case InstallRequest.VERIFY -> {
                return verify(CassandraHome.find(request.cassandra(), request.configuration()));
            }
            default -> out.println("cassandra-ssdtier " + own.version() + ", woven for Cassandra " + own.cassandra());
        }
        return 0;
    }

    private static boolean isDoctor(List<String> words) {
        return !words.isEmpty() && words.get(0).equals(DOCTOR);
    }

    /** Runs the doctor of the operator tools, which need the libraries of the home; its words are not ours to parse. */
    private int doctor(List<String> words) throws IOException {
        if (words.size() < 2 || words.get(1).startsWith("-")) {
            throw new IllegalArgumentException("arguments=" + String.join(" ", words.subList(1, words.size()))
                    + ", allowed HOME, the directory of Cassandra, before the options");
        }
        return IsolatedTools.call(CassandraHome.find(Path.of(words.get(1)), null), jar, words, out, err);
    }

    private int verify(CassandraHome home) throws IOException {
        List<String> findings = Verification.of(home);
        findings.forEach(out::println);
        if (!findings.isEmpty()) {
            return 1;
        }
        out.println("sound: " + Verification.describe(home));
        return 0;
    }

    private void print(Exception failure) {
        if (System.getenv("SSDTIER_DEBUG") != null) {
            failure.printStackTrace(err);
        } else {
            err.println("ssdtier: " + describe(failure));
        }
    }

    /** Returns the message; of errors of the file system, whose message is a bare path, the kind of error too. */
    private static String describe(Exception failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof FileSystemException ? failure.toString() : message;
    }
}
