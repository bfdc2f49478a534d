package org.ssdtier.files.serve;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The answers to requests that the server itself refuses: a line of text, without anything of the request in it. */
final class PlainErrors implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
        byte[] line = (response.getStatus() + "\n").getBytes(StandardCharsets.US_ASCII);
        response.write(true, ByteBuffer.wrap(line), callback);
        return true;
    }
}
