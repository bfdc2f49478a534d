package org.ssdtier.benchmarks.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Static methods to turn an SVG file into a part of an HTML page: without a size of its own, in the colours of the page,
 * and half as long without visible loss.
 */
final class InlineSvg {
    /** Decimals beyond a hundredth of a pixel; numbers with an exponent are kept unchanged. */
    private static final Pattern NEEDLESS_DECIMALS = Pattern.compile("(?<=\\.\\d\\d)\\d+(?![\\dE])");

    private static final Pattern PROLOGUE = Pattern.compile("<\\?xml[^>]*>|<!DOCTYPE[^>]*>");
    private static final Pattern INDENTATION = Pattern.compile("\\s*\\n\\s*");
    private static final Pattern BETWEEN_NUMBERS = Pattern.compile("(?<=\\d) (?=-?\\d)");
    private static final Pattern BEFORE_PATH_COMMAND = Pattern.compile("(?<=\\d) (?=[A-Z])");
    private static final Pattern ROOT = Pattern.compile("<svg\\b[^>]*?viewBox=\"([^\"]*)\"[^>]*>");
    /** The names of clip paths, and references to them. */
    private static final Pattern CLIP = Pattern.compile("(id=\"|url\\(#)clip");

    private InlineSvg() {}

    /**
     * Returns the SVG element.
     *
     * @param svg an SVG file in the colours of the {@link Theme}
     * @param title title for readers who do not see it
     * @param number number of the drawing in its page, from 1; makes the names in it unique
     */
    static String of(String svg, String title, int number) {
        String shorter = PROLOGUE.matcher(svg).replaceAll("");
        shorter = INDENTATION.matcher(shorter).replaceAll(" ").strip();
        shorter = NEEDLESS_DECIMALS.matcher(shorter).replaceAll("");
        shorter = BETWEEN_NUMBERS.matcher(shorter).replaceAll(",");
        shorter = BEFORE_PATH_COMMAND.matcher(shorter).replaceAll("");
        shorter = CLIP.matcher(shorter).replaceAll("$1drawing-" + number + "-clip");
        shorter = ROOT.matcher(shorter)
                .replaceFirst("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"$1\" role=\"img\" aria-label=\""
                        + Matcher.quoteReplacement(Xml.escape(title)) + "\">");
        return Theme.withVariables(shorter);
    }
}
