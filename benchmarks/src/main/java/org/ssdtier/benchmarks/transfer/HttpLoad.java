package org.ssdtier.benchmarks.transfer;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A load of GET requests for files on connections that are kept; each has one request at a time. */
final class HttpLoad {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(5);
    private static final String LENGTH = "content-length:";

    private final int port;
    private final List<String> paths;

    /**
     * Creates a load.
     *
     * @param paths paths of files, percent-encoded; each is equally likely
     */
    HttpLoad(int port, List<String> paths) {
        this.port = port;
        this.paths = List.copyOf(paths);
    }

    /**
     * The figures of a slot.
     *
     * @param connections number of connections
     * @param requestsPerSecond requests per second, all answered with 200
     * @param bytesPerSecond bytes of content per second
     * @param p50Micros median latency
     * @param p99Micros 99th percentile
     */
    record Figures(int connections, double requestsPerSecond, double bytesPerSecond, long p50Micros, long p99Micros) {}

    /** The requests of one connection. */
    private record Share(Histogram micros, long bytes) {}

    /**
     * Reads files for some seconds.
     *
     * @throws IOException if a request is not answered with a file
     */
    Figures run(int connections, int seconds, long seed) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        long begin = System.nanoTime();
        long end = begin + TimeUnit.SECONDS.toNanos(seconds);
        try {
            List<Future<Share>> shares = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                SplittableRandom random = new SplittableRandom(seed * 31 + i);
                shares.add(threads.submit(() -> read(end, random)));
            }
            Histogram micros = new Histogram(MOST_MICROS, 3);
            long bytes = 0;
            for (Future<Share> share : shares) {
                micros.add(share.get().micros());
                bytes += share.get().bytes();
            }
            double took = (System.nanoTime() - begin) / 1e9;
            return new Figures(
                    connections,
                    micros.getTotalCount() / took,
                    bytes / took,
                    micros.getValueAtPercentile(50),
                    micros.getValueAtPercentile(99));
        } catch (ExecutionException e) {
            throw new IOException("port=" + port + ": " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    private Share read(long endNanos, SplittableRandom random) throws IOException {
        Histogram micros = new Histogram(MOST_MICROS, 3);
        long bytes = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
            while (System.nanoTime() < endNanos) {
                String path = paths.get(random.nextInt(paths.size()));
                long begin = System.nanoTime();
                socket.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                bytes += answer(path, in);
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
            }
        }
        return new Share(micros, bytes);
    }

    /** Reads an answer to its end and returns the bytes of its content. */
    private static long answer(String path, InputStream in) throws IOException {
        String status = line(in);
        if (!status.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("path=" + path + " answer=" + status + ", expected 200");
        }
        long length = -1;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Long.parseLong(line.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("path=" + path + ": an answer without its length");
        }
        in.skipNBytes(length);
        return length;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server has closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
