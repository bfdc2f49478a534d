package org.ssdtier.files.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.ssdtier.files.store.FileStore;

/**
 * A read-only HTTP server of a store: GET and HEAD of files, with ETag, Range and If-None-Match, and of pages that show
 * directories. The caller closes it.
 */
public final class FileServer implements AutoCloseable {
    private static final int HEADER_BYTES = 40 << 10;
    private static final long IDLE_MILLIS = 30_000;
    private static final int THREADS = 64;
    private static final int LISTING_THREADS = 16;

    private final Server server;
    private final ServerConnector connector;
    private final ExecutorService listings;

    private FileServer(Server server, ServerConnector connector, ExecutorService listings) {
        this.server = server;
        this.connector = connector;
        this.listings = listings;
    }

    /**
     * Starts a server.
     *
     * @param host address to listen on
     * @param port port; 0 = any that is free
     * @param connections maximum number of connections; more wait until one is closed
     * @throws IOException if it cannot listen there
     */
    public static FileServer start(FileStore store, String host, int port, int connections) throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 8);
        threads.setName("files-http");
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(connections, server));
        ExecutorService listings = Executors.newFixedThreadPool(LISTING_THREADS, FileServer::listingThread);
        server.setHandler(new FileHandler(
                new Responses(store), listings, InetAddress.getByName(host).isLoopbackAddress()));
        server.setErrorHandler(new PlainErrors());
        try {
            server.start();
        } catch (Exception e) {
            listings.shutdown();
            stop(server);
            throw new IOException("address=" + host + " port=" + port + ": cannot listen: " + e.getMessage(), e);
        }
        return new FileServer(server, connector, listings);
    }

    private static Thread listingThread(Runnable task) {
        Thread thread = new Thread(task, "files-listing");
        thread.setDaemon(true);
        return thread;
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(true);
        configuration.setRequestHeaderSize(HEADER_BYTES);
        // Names may have any bytes, so the handler checks the path itself, undecoded.
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        return configuration;
    }

    /** Returns the port on which it listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the number of open connections. */
    int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** Waits until the server is closed. */
    public void join() throws InterruptedException {
        server.join();
    }

    @Override
    public void close() throws IOException {
        try {
            stop(server);
        } finally {
            listings.shutdown();
        }
    }

    private static void stop(Server server) throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("the server cannot be stopped", e);
        }
    }
}
