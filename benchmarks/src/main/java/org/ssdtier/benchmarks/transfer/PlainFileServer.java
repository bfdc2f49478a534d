package org.ssdtier.benchmarks.transfer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty's own server of the files of a directory: the plain one that the store's server is compared with. Both have the
 * same HTTP code and threads, so that the difference is where the files come from.
 */
public final class PlainFileServer {
    private static final String HEAP = "-Xmx384m";
    private static final String READY = "port=";
    private static final int THREADS = 64;

    private PlainFileServer() {}

    /** Starts the server in a process of its own; the caller closes it. */
    static HttpProcess start(Path root) throws IOException {
        List<String> command = HttpProcess.java(HEAP, PlainFileServer.class.getName());
        command.add(root.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null || !line.startsWith(READY)) {
            process.destroyForcibly();
            throw new IOException("plain file server: found line=" + line + ", expected " + READY + "N");
        }
        return new HttpProcess(process, Integer.parseInt(line.substring(READY.length())));
    }

    /**
     * Serves the directory that is the only argument until standard input ends. Prints the port.
     *
     * @throws Exception if no port can be opened
     */
    @SuppressWarnings("SystemOut") // the port, for the parent process
    public static void main(String[] arguments) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 8);
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ResourceHandler handler = new ResourceHandler();
        handler.setBaseResource(ResourceFactory.of(handler).newResource(Path.of(arguments[0])));
        handler.setDirAllowed(false);
        server.setHandler(handler);
        server.start();
        System.out.println(READY + connector.getLocalPort());
        System.in.transferTo(OutputStream.nullOutputStream()); // until the parent ends: it writes nothing
    }
}
