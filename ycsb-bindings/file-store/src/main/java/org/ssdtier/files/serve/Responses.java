package org.ssdtier.files.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.DirectoryListing;
import org.ssdtier.files.store.FileContent;
import org.ssdtier.files.store.FileStore;

/** The answers to requests for files and directories (RFC 9110). */
final class Responses {
    private static final int ENTRIES_A_PAGE = 500;
    private static final int ETAG_DIGITS = 32;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

    private final FileStore store;

    Responses(FileStore store) {
        this.store = store;
    }

    /**
     * A request with its answer.
     *
     * @param isDirectory whether the path was given with a slash at its end
     */
    record Exchange(Request request, Response response, Callback callback, StorePath path, boolean isDirectory) {
        boolean isHead() {
            return HttpMethod.HEAD.is(request.getMethod());
        }

        @Nullable
        String header(HttpHeader header) {
            return request.getHeaders().get(header);
        }
    }

    /**
     * Answers a request.
     *
     * @throws IOException if the store failed
     */
    void answer(Exchange exchange) throws IOException {
        if (exchange.isDirectory()) {
            answerDirectory(exchange);
            return;
        }
        for (int attempt = 1; ; attempt++) {
            Optional<FileContent> file = store.open(exchange.path());
            if (file.isEmpty()) {
                answerNoFile(exchange);
                return;
            }
            try {
                answerFile(exchange, file.get());
                return;
            } catch (StoreException.Replaced e) {
                if (exchange.response().isCommitted() || attempt == 3) {
                    throw e;
                }
                exchange.response().reset();
            }
        }
    }

    private void answerNoFile(Exchange exchange) throws IOException {
        if (store.isDirectory(exchange.path())) {
            exchange.response()
                    .getHeaders()
                    .put(HttpHeader.LOCATION, exchange.path().escaped() + "/")
                    .put(HttpHeader.CACHE_CONTROL, "no-cache"); // it may become a file
            text(exchange.response(), exchange.callback(), HttpStatus.MOVED_PERMANENTLY_301, "a directory");
        } else {
            text(exchange.response(), exchange.callback(), HttpStatus.NOT_FOUND_404, "no such file");
        }
    }

    private void answerFile(Exchange exchange, FileContent file) throws IOException {
        FileStat stat = file.stat();
        String tag = '"' + stat.sha256().substring(0, ETAG_DIGITS) + '"';
        HttpFields.Mutable headers = exchange.response().getHeaders();
        headers.put(HttpHeader.ETAG, tag);
        headers.put(HttpHeader.CACHE_CONTROL, "no-cache");
        headers.put(HttpHeader.LAST_MODIFIED, HTTP_DATE.format(stat.modified().atOffset(ZoneOffset.UTC)));
        if (ByteRange.matches(exchange.header(HttpHeader.IF_NONE_MATCH), tag)) {
            exchange.response().setStatus(HttpStatus.NOT_MODIFIED_304);
            exchange.callback().succeeded();
            return;
        }
        headers.put(HttpHeader.CONTENT_TYPE, stat.type());
        headers.put("Accept-Ranges", "bytes");
        headers.put("X-Content-Type-Options", "nosniff");
        if (!isPassive(stat.type())) {
            headers.put("Content-Security-Policy", "sandbox");
        }
        String ifRange = exchange.header(HttpHeader.IF_RANGE);
        // RFC 9110 defines Range for GET alone
        ByteRange range = !exchange.isHead() && (ifRange == null || ifRange.equals(tag))
                ? ByteRange.of(exchange.header(HttpHeader.RANGE), stat.size())
                : ByteRange.whole(stat.size());
        if (!range.isSatisfiable()) {
            headers.put(HttpHeader.CONTENT_RANGE, "bytes */" + stat.size());
            text(exchange.response(), exchange.callback(), HttpStatus.RANGE_NOT_SATISFIABLE_416, "range");
            return;
        }
        write(exchange, file, range);
    }

    /** Returns whether browsers show a type without running what it has. Scripts of stored files must not see others. */
    private static boolean isPassive(String type) {
        String bare = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return bare.equals("text/plain")
                || bare.equals("application/pdf")
                || bare.equals("application/octet-stream")
                || bare.startsWith("audio/")
                || bare.startsWith("video/")
                || (bare.startsWith("image/") && !bare.contains("svg") && !bare.contains("xml"));
    }

    private static void write(Exchange exchange, FileContent file, ByteRange range) throws IOException {
        Response response = exchange.response();
        if (range.isPart()) {
            response.setStatus(HttpStatus.PARTIAL_CONTENT_206);
            response.getHeaders()
                    .put(
                            HttpHeader.CONTENT_RANGE,
                            "bytes " + range.begin() + "-" + (range.end() - 1) + "/"
                                    + file.stat().size());
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, range.length());
        if (exchange.isHead() || range.length() == 0) {
            exchange.callback().succeeded();
            return;
        }
        InputStream in = range.isPart() ? file.stream(range.begin(), range.length()) : file.stream();
        if (file.stat().chunks() == 0) {
            // the whole file is in memory, so it is checked before a byte of it is sent
            response.write(true, ByteBuffer.wrap(in.readAllBytes()), exchange.callback());
            return;
        }
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            copy(in, out);
        }
        exchange.callback().succeeded();
    }

    /** Copies with a buffer held back, so that the end is sent only after the stream has checked the whole. */
    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] next = new byte[BUFFER_BYTES];
        byte[] held = new byte[BUFFER_BYTES];
        int heldBytes = 0;
        for (int count = in.read(next); count >= 0; count = in.read(next)) {
            if (heldBytes > 0) {
                out.write(held, 0, heldBytes);
            }
            byte[] swapped = held;
            held = next;
            heldBytes = count;
            next = swapped;
        }
        out.write(held, 0, heldBytes);
    }

    private void answerDirectory(Exchange exchange) throws IOException {
        StorePath directory = exchange.path();
        StorePath after = null;
        String query = exchange.request().getHttpURI().getQuery();
        if (query != null && query.startsWith("after=")) {
            try {
                after = directory.resolve(StorePath.unescape(query.substring("after=".length())));
            } catch (IllegalArgumentException e) {
                text(exchange.response(), exchange.callback(), HttpStatus.BAD_REQUEST_400, "after: no name");
                return;
            }
        }
        List<DirectoryListing.Entry> entries = store.list(directory, after).next(ENTRIES_A_PAGE + 1);
        if (entries.isEmpty() && !store.isDirectory(directory)) {
            text(exchange.response(), exchange.callback(), HttpStatus.NOT_FOUND_404, "no such directory");
            return;
        }
        boolean hasMore = entries.size() > ENTRIES_A_PAGE;
        String page = new DirectoryPage(directory, after)
                .render(hasMore ? entries.subList(0, ENTRIES_A_PAGE) : entries, hasMore);
        HttpFields.Mutable headers = exchange.response().getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
        headers.put("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'");
        headers.put("X-Content-Type-Options", "nosniff");
        send(exchange.response(), exchange.callback(), page);
    }

    /** Answers with a line of text. */
    void text(Response response, Callback callback, int status, String line) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
        send(response, callback, line + "\n");
    }

    private static void send(Response response, Callback callback, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        // for HEAD, Jetty sends the headers alone
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }
}
