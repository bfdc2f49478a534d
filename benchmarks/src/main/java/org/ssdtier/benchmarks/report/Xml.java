package org.ssdtier.benchmarks.report;

/** Static methods for text in XML. */
final class Xml {
    private Xml() {}

    /** Returns text with its markup characters as entities, for contents and attributes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
