package org.ssdtier.files.model;

import java.util.Locale;
import java.util.Map;

/** Static methods to find media types by the ends of names. */
public final class ContentTypes {
    /** The type of content of which nothing is known. */
    public static final String BYTES = "application/octet-stream";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("avif", "image/avif"),
            Map.entry("bmp", "image/bmp"),
            Map.entry("css", "text/css"),
            Map.entry("csv", "text/csv"),
            Map.entry("gif", "image/gif"),
            Map.entry("gz", "application/gzip"),
            Map.entry("htm", "text/html"),
            Map.entry("html", "text/html"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("jar", "application/java-archive"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("jpg", "image/jpeg"),
            Map.entry("js", "text/javascript"),
            Map.entry("json", "application/json"),
            Map.entry("md", "text/markdown"),
            Map.entry("mp3", "audio/mpeg"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("png", "image/png"),
            Map.entry("pom", "application/xml"),
            Map.entry("properties", "text/plain"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("txt", "text/plain"),
            Map.entry("webm", "video/webm"),
            Map.entry("webp", "image/webp"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("xml", "application/xml"),
            Map.entry("yaml", "application/yaml"),
            Map.entry("yml", "application/yaml"),
            Map.entry("zip", "application/zip"));

    private ContentTypes() {}

    /** Returns the media type for a path by the end of its name. */
    public static String of(StorePath path) {
        String name = StorePath.display(path.name());
        String end = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return TYPES.getOrDefault(end, BYTES);
    }
}
