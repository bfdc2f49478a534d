package org.ssdtier.ycsb.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.Client;

/**
 * A program that runs YCSB's own client in a child JVM with the same class path and arguments, copies its output, and
 * exits with 1 if the output reports failed or missing operations. The client itself always exits with 0.
 */
public final class CheckedClient {
    private static final int FAILED = 1;

    private CheckedClient() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Optional<String> problem = run(List.of(arguments));
        problem.ifPresent(text -> System.err.println("The run failed: " + text));
        System.exit(problem.isPresent() ? FAILED : 0);
    }

    /** Runs the client and returns the problem, if there was one. */
    static Optional<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Client.class.getName()));
        command.addAll(arguments);
        Process client = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ClientOutput output = new ClientOutput();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                System.out.println(line);
                output.add(line);
            }
        }
        int exit = client.waitFor();
        if (exit != 0) {
            return Optional.of("exit=" + exit);
        }
        return output.problem(expected(arguments));
    }

    /** Returns the minimum number of operations that the client must have done. */
    private static long expected(List<String> arguments) throws IOException {
        Arguments parsed = Arguments.parse(arguments);
        Properties properties = parsed.properties();
        boolean timed = !properties.getProperty(Client.MAX_EXECUTION_TIME, "0").equals("0");
        return timed ? 1 : parsed.options().transactions();
    }
}
