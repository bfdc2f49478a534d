package org.ssdtier.files.serve;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.DirectoryListing;

/** A page that shows entries of a directory, without scripts, in the reader's colour scheme. */
final class DirectoryPage {
    private static final long THUMBNAIL_BYTES = 1 << 20;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String STYLE =
            """
            :root { color-scheme: light dark; --text: #1c2430; --soft: #667085; --line: #e4e7ec; --back: #fff;
              --card: #f7f8fa; --link: #175cd3; }
            @media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --soft: #98a2b3; --line: #2b3240;
              --back: #14181f; --card: #1b212b; --link: #84adff; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; max-width: 64rem; padding: 2rem 1.25rem 4rem; background: var(--back);
              color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 1.25rem; overflow-wrap: anywhere; }
            h1 span { color: var(--soft); font-weight: 400; padding: 0 .3em; }
            a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
            table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); border-radius: 8px; }
            th { text-align: left; font-weight: 500; color: var(--soft); font-size: .85rem; background: var(--card); }
            th, td { padding: .45rem .9rem; border-bottom: 1px solid var(--line); }
            tr:last-child td { border-bottom: 0; } tbody tr:hover { background: var(--card); }
            td.name { overflow-wrap: anywhere; } td.name a { display: flex; align-items: center; gap: .7rem; }
            .icon { flex: none; width: 32px; height: 32px; border-radius: 4px; background: var(--card);
              border: 1px solid var(--line); object-fit: cover; color: var(--soft); font-size: 10px;
              display: inline-flex; align-items: center; justify-content: center; text-transform: uppercase; }
            .folder { background: #f0b429; border-color: #d99e1b; border-radius: 2px 8px 4px 4px; height: 24px; }
            .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
            .time, .type { color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
            .empty { color: var(--soft); padding: 2rem; text-align: center; border: 1px dashed var(--line);
              border-radius: 8px; } p.more { margin-top: 1.25rem; }
            @media (max-width: 42rem) { .time, .type { display: none; } body { padding: 1.25rem .75rem; } }
            """;

    private final StorePath directory;
    private final @Nullable StorePath after;

    DirectoryPage(StorePath directory, @Nullable StorePath after) {
        this.directory = directory;
        this.after = after;
    }

    String render(List<DirectoryListing.Entry> entries, boolean hasMore) {
        StringBuilder page = new StringBuilder(512 + entries.size() * 400);
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
                .append(text(directory.toString()))
                .append("</title><style>\n")
                .append(STYLE)
                .append("</style></head><body>\n");
        heading(page);
        if (entries.isEmpty()) {
            page.append("<p class=\"empty\">").append(after == null ? "Empty directory" : "No further entries");
            page.append("</p>\n");
        } else {
            table(page, entries);
        }
        if (hasMore) {
            StorePath last = entries.get(entries.size() - 1).path();
            page.append("<p class=\"more\"><a rel=\"next\" href=\"?after=")
                    .append(StorePath.escape(last.name()))
                    .append("\">Next entries →</a></p>\n");
        }
        return page.append("</body></html>\n").toString();
    }

    /** Adds the names of the path, each with a link. */
    private void heading(StringBuilder page) {
        StringBuilder links = new StringBuilder();
        for (StorePath path = directory; !path.isRoot(); path = path.parent()) {
            links.insert(0, "<span>/</span>" + link(path.escaped() + "/", text(StorePath.display(path.name()))));
        }
        page.append("<h1>").append(link("/", "files")).append(links).append("</h1>\n");
    }

    private static String link(String target, String text) {
        return "<a href=\"" + target + "\">" + text + "</a>";
    }

    private static void table(StringBuilder page, List<DirectoryListing.Entry> entries) {
        page.append("<table><thead><tr><th>Name</th><th class=\"number\">Size</th><th class=\"time\">Modified (UTC)")
                .append("</th><th class=\"type\">Type</th></tr></thead><tbody>\n");
        for (DirectoryListing.Entry entry : entries) {
            page.append("<tr><td class=\"name\">").append(link(target(entry), icon(entry) + name(entry)));
            page.append("</td><td class=\"number\">")
                    .append(entry.stat().map(stat -> size(stat.size())).orElse("–"));
            page.append("</td><td class=\"time\">")
                    .append(entry.stat()
                            .map(stat -> TIME.format(stat.modified()))
                            .orElse(""));
            page.append("</td><td class=\"type\">")
                    .append(entry.stat().map(stat -> text(stat.type())).orElse("directory"));
            page.append("</td></tr>\n");
        }
        page.append("</tbody></table>\n");
    }

    private static String target(DirectoryListing.Entry entry) {
        return entry.path().escaped() + (entry.isDirectory() ? "/" : "");
    }

    private static String name(DirectoryListing.Entry entry) {
        return "<span>" + text(StorePath.display(entry.path().name())) + (entry.isDirectory() ? "/" : "") + "</span>";
    }

    private static String icon(DirectoryListing.Entry entry) {
        if (entry.isDirectory()) {
            return "<span class=\"icon folder\"></span>";
        }
        FileStat stat = entry.stat().orElseThrow();
        if (stat.type().startsWith("image/") && stat.size() > 0 && stat.size() <= THUMBNAIL_BYTES) {
            return "<img class=\"icon\" loading=\"lazy\" alt=\"\" src=\"" + target(entry) + "\">";
        }
        String name = StorePath.display(entry.path().name());
        int dot = name.lastIndexOf('.');
        String end = dot > 0 && name.length() - dot <= 5 ? name.substring(dot + 1) : "";
        return "<span class=\"icon\">" + text(end) + "</span>";
    }

    /** Returns a size with three digits. */
    static String size(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        String format = unit == 0 || value >= 99.95 ? "%.0f %s" : value >= 9.995 ? "%.1f %s" : "%.2f %s";
        return String.format(Locale.ROOT, format, value, units[unit]);
    }

    private static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
