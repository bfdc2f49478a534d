package org.ssdtier.files.serve;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.model.StorePath;

/** The check of requests: their method and path. What is left goes to {@link Responses}. */
final class FileHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(FileHandler.class);
    private static final long WARNING_INTERVAL_NANOS = 10_000_000_000L;

    private final Responses responses;
    private final Executor listings;
    private final boolean isLocal;
    private volatile long warnedNanos = System.nanoTime() - WARNING_INTERVAL_NANOS;

    /**
     * Creates the handler.
     *
     * @param listings lists directories, so that slow listings do not occupy all threads of the server; each connection has
     *     one request at a time, so the number of those that wait is bounded
     * @param isLocal whether the server listens on this machine alone: requests must then name it, against DNS rebinding,
     *     by which a page of another host would read the store
     */
    FileHandler(Responses responses, Executor listings, boolean isLocal) {
        this.responses = responses;
        this.listings = listings;
        this.isLocal = isLocal;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        boolean isHead = HttpMethod.HEAD.is(request.getMethod());
        if (!isHead && !HttpMethod.GET.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            // The request may have a body that is not read, so the connection ends, and the client should know.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            responses.text(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "method: allowed GET, HEAD");
            return true;
        }
        if (isLocal && !isOfThisMachine(request.getHttpURI().getHost())) {
            responses.text(
                    response, callback, HttpStatus.MISDIRECTED_REQUEST_421, "host: allowed localhost or an address");
            return true;
        }
        String raw = request.getHttpURI().getPath();
        StorePath path;
        try {
            path = path(raw);
        } catch (IllegalArgumentException e) {
            responses.text(response, callback, HttpStatus.BAD_REQUEST_400, e.getMessage());
            return true;
        }
        Responses.Exchange exchange = new Responses.Exchange(request, response, callback, path, raw.endsWith("/"));
        if (exchange.isDirectory()) {
            listings.execute(() -> list(exchange));
        } else {
            answer(exchange);
        }
        return true;
    }

    private void list(Responses.Exchange exchange) {
        try {
            answer(exchange);
        } catch (RuntimeException | Error e) {
            exchange.callback().failed(e);
        }
    }

    private void answer(Responses.Exchange exchange) {
        try {
            responses.answer(exchange);
        } catch (IOException e) {
            fail(exchange.response(), exchange.callback(), e);
        }
    }

    private static boolean isOfThisMachine(@Nullable String host) {
        return host == null || host.equalsIgnoreCase("localhost") || host.matches("[0-9.]+|\\[.*]|.*:.*");
    }

    private static StorePath path(String raw) {
        if (raw == null || !raw.startsWith("/")) {
            throw new IllegalArgumentException("path: allowed one that begins with /");
        }
        for (int i = raw.indexOf('%'); i >= 0; i = raw.indexOf('%', i + 1)) {
            if (raw.regionMatches(true, i, "%2f", 0, 3)) {
                throw new IllegalArgumentException("path: %2F, allowed any other byte in a name");
            }
        }
        return StorePath.ofEscaped(raw);
    }

    /** Answers a request that the store failed, or ends the connection if a part of the answer is on its way. */
    private void fail(Response response, Callback callback, IOException failure) {
        long now = System.nanoTime();
        if (now - warnedNanos >= WARNING_INTERVAL_NANOS) {
            warnedNanos = now;
            LOG.warn("request failed; further failures within 10 s are not logged: {}", failure.toString());
        }
        if (response.isCommitted()) {
            callback.failed(failure);
        } else {
            response.reset();
            responses.text(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "the store does not answer");
        }
    }
}
