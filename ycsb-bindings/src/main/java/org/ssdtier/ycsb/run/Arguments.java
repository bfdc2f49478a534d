package org.ssdtier.ycsb.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;

/**
 * The arguments of {@code site.ycsb.Client}, and {@code -hdr FILE}.
 *
 * @param phase load or transactions
 * @param properties properties of the files in their order, overridden by those of the command line
 * @param status whether to print a line every second
 * @param histogramLog file for the latency histograms, or null
 */
record Arguments(RunPhase phase, Properties properties, boolean status, @Nullable Path histogramLog) {
    static final String USAGE =
            """
            usage: [-load | -t] [-s] [-threads N] [-target N] [-db CLASS] [-P FILE]... [-p NAME=VALUE]... [-hdr FILE]
              -load     insert the records; -t (default): the workload's operations
              -s        print a line every second
              -threads  client threads; -target: operations per second, 0 = unlimited
              -P        property file; -p: one property, overrides those of files
              -hdr      write the latency histograms as an HdrHistogram log
            exit codes: 0 success, 1 the run failed, 2 usage error""";

    /**
     * Parses a command line.
     *
     * @throws IllegalArgumentException if it is invalid
     * @throws IOException if a property file cannot be read
     */
    static Arguments parse(List<String> line) throws IOException {
        Parser parser = new Parser(line.iterator());
        while (parser.words.hasNext()) {
            parser.option(parser.words.next());
        }
        for (String name : parser.own.stringPropertyNames()) {
            parser.ofFiles.setProperty(name, parser.own.getProperty(name));
        }
        return new Arguments(parser.phase, parser.ofFiles, parser.status, parser.histogramLog);
    }

    RunOptions options() {
        return phase == RunPhase.LOAD ? RunOptions.load(properties) : RunOptions.transactions(properties);
    }

    private static final class Parser {
        private final Iterator<String> words;
        private final Properties ofFiles = new Properties();
        private final Properties own = new Properties();
        private RunPhase phase = RunPhase.TRANSACTIONS;
        private boolean status;
        private @Nullable Path histogramLog;

        private Parser(Iterator<String> words) {
            this.words = words;
        }

        private void option(String option) throws IOException {
            switch (option) {
                case "-load" -> phase = RunPhase.LOAD;
                case "-t" -> phase = RunPhase.TRANSACTIONS;
                case "-s" -> status = true;
                case "-threads" -> own.setProperty(Client.THREAD_COUNT_PROPERTY, value(option));
                case "-target" -> own.setProperty(Client.TARGET_PROPERTY, value(option));
                case "-db" -> own.setProperty(Client.DB_PROPERTY, value(option));
                case "-l" -> own.setProperty(Client.LABEL_PROPERTY, value(option));
                case "-hdr" -> histogramLog = Path.of(value(option));
                case "-P" -> addFile(Path.of(value(option)));
                case "-p" -> addProperty(value(option));
                default -> throw new IllegalArgumentException("option=" + option + ": unknown");
            }
        }

        private String value(String option) {
            if (!words.hasNext()) {
                throw new IllegalArgumentException("option=" + option + ": its value is missing");
            }
            return words.next();
        }

        private void addFile(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                ofFiles.load(in);
            }
        }

        private void addProperty(String pair) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("-p " + pair + ", allowed: NAME=VALUE");
            }
            own.setProperty(pair.substring(0, equals), pair.substring(equals + 1));
        }
    }
}
