package org.ssdtier.benchmarks.report;

import java.util.regex.Pattern;

/** The text of an SVG file as an address that a page can hold, half as long as in Base64 and as good to look at. */
final class SvgAddress {
    /** Beyond a hundredth of a pixel; numbers with an exponent are left alone. */
    private static final Pattern NEEDLESS_DECIMALS = Pattern.compile("(?<=\\.\\d\\d)\\d+(?![\\dE])");

    private static final Pattern PROLOGUE = Pattern.compile("<\\?xml[^>]*>|<!DOCTYPE[^>]*>");
    private static final Pattern INDENTATION = Pattern.compile("\\s*\\n\\s*");
    private static final Pattern BETWEEN_NUMBERS = Pattern.compile("(?<=\\d) (?=-?\\d)");
    private static final Pattern BEFORE_PATH_COMMAND = Pattern.compile("(?<=\\d) (?=[A-Z])");

    private SvgAddress() {}

    /** The address, fit for an attribute in double quotes, {@code srcset} included. */
    static String of(String svg) {
        String shorter = PROLOGUE.matcher(svg).replaceAll("");
        shorter = INDENTATION.matcher(shorter).replaceAll(" ").strip();
        shorter = NEEDLESS_DECIMALS.matcher(shorter).replaceAll("");
        shorter = BETWEEN_NUMBERS.matcher(shorter).replaceAll(",");
        shorter = BEFORE_PATH_COMMAND.matcher(shorter).replaceAll("");
        return "data:image/svg+xml," + escape(shorter.replace('"', '\''));
    }

    /** As RFC 3986 asks for, and spaces, at which {@code srcset} ends an address. */
    private static String escape(String text) {
        return text.replace("%", "%25")
                .replace("#", "%23")
                .replace("<", "%3C")
                .replace(">", "%3E")
                .replace(" ", "%20");
    }
}
