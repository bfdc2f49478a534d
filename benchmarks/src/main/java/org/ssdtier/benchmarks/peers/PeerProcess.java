package org.ssdtier.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running peer process, which receives commands and sends answers. */
final class PeerProcess implements AutoCloseable {
    private static final long ANSWER_SECONDS = 300;
    private static final long END_SECONDS = 30;
    private static final int LOG_LINES = 12;
    private static final String END = "";

    private final String name;
    private final Process process;
    private final Writer commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Path log;
    private final ObjectMapper mapper = new ObjectMapper();
    private final Thread stopWithUs = new Thread(this::kill);
    private volatile long serverPid = -1;

    private PeerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts the process, which then waits for commands. */
    static PeerProcess start(String name, List<String> command, Path directory, Map<String, String> environment)
            throws IOException {
        Files.createDirectories(directory);
        Path log = directory.resolve("peer.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        PeerProcess started = new PeerProcess(name, builder.start(), log);
        Runtime.getRuntime().addShutdownHook(started.stopWithUs);
        Thread reader = new Thread(started::readAnswers, "answers-of-" + name);
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @throws IOException if the process ends or does not answer within 300 s; the message contains the end of its log
     */
    JsonNode ask(String command) throws IOException, InterruptedException {
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException e) {
            throw failure(command, "has ended");
        }
        String answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw failure(command, "did not answer within " + ANSWER_SECONDS + " s");
        }
        if (answer.equals(END)) {
            throw failure(command, "has ended");
        }
        JsonNode figures = mapper.readTree(answer);
        serverPid = figures.path("server_pid").asLong(serverPid);
        return figures;
    }

    /** Waits for the process to end after a command that stops it. */
    void awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            throw failure("stop", "did not end within " + END_SECONDS + " s");
        }
    }

    /** Kills the process and its server immediately, like {@code kill -9}, and waits until they have ended. */
    void killAndWait() throws InterruptedException {
        kill();
        process.waitFor();
    }

    /** Kills the process if it has not ended. Idempotent. */
    @Override
    public void close() throws IOException {
        try {
            killAndWait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(stopWithUs);
        } catch (IllegalStateException exiting) {
            return;
        }
    }

    private void kill() {
        process.destroyForcibly();
        long server = serverPid;
        if (server >= 0) {
            serverPid = -1;
            ProcessHandle.of(server).ifPresent(handle -> {
                handle.destroyForcibly();
                handle.onExit().join();
            });
        }
    }

    private void readAnswers() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{")) {
                    answers.add(line);
                }
            }
        } catch (IOException | UncheckedIOException killed) {
            answers.add(END);
            return;
        }
        answers.add(END);
    }

    private IOException failure(String command, String what) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return new IOException("peer=" + name + " command=" + command + ": the process " + what
                + "; its log ends with: "
                + String.join(
                        System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size())));
    }
}
