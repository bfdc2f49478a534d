package org.ssdtier.benchmarks.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * A command of the product's operator tools. Its words are passed on unchanged to a JVM with the jars of a node, as
 * {@code bin/ssdtier} of a Cassandra home does. That home is the usual directory of {@code ssdtier node}, if it has one.
 */
abstract class OperatorToolCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.node.tools.OperatorTools";

    @Unmatched
    private List<String> words = new ArrayList<>();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public final Integer call() throws IOException, InterruptedException {
        Checkout checkout = Checkout.locate();
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.add("-XX:+UseSerialGC");
        command.addAll(checkout.jvmFlags());
        command.addAll(homeProperties(NodeDirectoryOption.usual(checkout)));
        command.addAll(List.of("-cp", classPath(checkout), MAIN));
        command.add(Objects.requireNonNull(spec).name());
        command.addAll(words);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** Returns the properties that {@code bin/ssdtier} of a home sets; none if no node was started in the directory. */
    static List<String> homeProperties(Path home) {
        Path configuration = home.resolve("conf");
        return Files.isRegularFile(configuration.resolve("cassandra.yaml"))
                ? List.of("-Dssdtier.home=" + home, "-Dssdtier.conf=" + configuration)
                : List.of();
    }

    private static String classPath(Checkout checkout) throws IOException {
        List<Path> jars = new ArrayList<>(List.of(checkout.dropInJar()));
        jars.addAll(checkout.stockJars());
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
