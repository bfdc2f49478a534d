package org.ssdtier.benchmarks.report;

import java.util.regex.Pattern;

/** Static methods to encode an SVG file as a data URL, half as long as in Base64 without visible loss. */
final class SvgAddress {
    /** Decimals beyond a hundredth of a pixel; numbers with an exponent are kept unchanged. */
    private static final Pattern NEEDLESS_DECIMALS = Pattern.compile("(?<=\\.\\d\\d)\\d+(?![\\dE])");

    private static final Pattern PROLOGUE = Pattern.compile("<\\?xml[^>]*>|<!DOCTYPE[^>]*>");
    private static final Pattern INDENTATION = Pattern.compile("\\s*\\n\\s*");
    private static final Pattern BETWEEN_NUMBERS = Pattern.compile("(?<=\\d) (?=-?\\d)");
    private static final Pattern BEFORE_PATH_COMMAND = Pattern.compile("(?<=\\d) (?=[A-Z])");

    private SvgAddress() {}

    /** Returns the URL, valid in an attribute in double quotes, including {@code srcset}. */
    static String of(String svg) {
        String shorter = PROLOGUE.matcher(svg).replaceAll("");
        shorter = INDENTATION.matcher(shorter).replaceAll(" ").strip();
        shorter = NEEDLESS_DECIMALS.matcher(shorter).replaceAll("");
        shorter = BETWEEN_NUMBERS.matcher(shorter).replaceAll(",");
        shorter = BEFORE_PATH_COMMAND.matcher(shorter).replaceAll("");
        return "data:image/svg+xml," + escape(shorter.replace('"', '\''));
    }

    /** Escapes characters as RFC 3986 requires, and spaces, which end a URL in {@code srcset}. */
    private static String escape(String text) {
        return text.replace("%", "%25")
                .replace("#", "%23")
                .replace("<", "%3C")
                .replace(">", "%3E")
                .replace(" ", "%20");
    }
}
