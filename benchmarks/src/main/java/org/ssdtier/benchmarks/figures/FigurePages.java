package org.ssdtier.benchmarks.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages of a checkout that are generated from its committed results. Each has a template in
 * {@code benchmarks/figures}, which is the place to edit it.
 */
public final class FigurePages {
    /** The directory of the committed results, below the root. */
    public static final String RESULTS = "benchmarks/results";

    private static final String TEMPLATES = "benchmarks/figures";

    private static final List<GeneratedPage> PAGES = List.of(
            GeneratedPage.whole("docs/figures.md", "figures.template"),
            GeneratedPage.part("README.md", "readme.template"),
            GeneratedPage.part("docs/catalogue.md", "catalogue.template"),
            GeneratedPage.part("docs/catalogue.md", "builds.template"),
            GeneratedPage.part("docs/catalogue.md", "images.template"),
            GeneratedPage.part("docs/install.md", "matrix.template"),
            GeneratedPage.part("docs/streams.md", "streams.template"),
            GeneratedPage.part("docs/operating.md", "compression.template"),
            GeneratedPage.part("docs/operating.md", "compression-hits.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-hits.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-hits-hits.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-hits-reads.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-share.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-share-hits.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-share-reads.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-bti.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-bti-hits.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-bti-reads.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-bti-share.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-bti-share-hits.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-bti-share-reads.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-small.template"),
            GeneratedPage.part("docs/experiments.md", "rowcache-parts.template"),
            GeneratedPage.part("docs/experiments.md", "fill.template"),
            GeneratedPage.part("docs/experiments.md", "fill-ratios.template"),
            GeneratedPage.part("docs/experiments.md", "schema-nodes.template"),
            GeneratedPage.part("docs/experiments.md", "placement.template"),
            GeneratedPage.part("docs/experiments.md", "curves.template"),
            GeneratedPage.part("docs/experiments.md", "threads.template"),
            GeneratedPage.part("docs/experiments.md", "threads-tier.template"),
            GeneratedPage.part("docs/experiments.md", "threads-scans.template"),
            GeneratedPage.part("docs/experiments.md", "cluster.template"),
            GeneratedPage.part("docs/experiments.md", "cluster-ratios.template"),
            GeneratedPage.part("docs/experiments.md", "cluster-percentiles.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size-memory.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size-zipfian.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size-blocks.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size-writes.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size-gp3.template"),
            GeneratedPage.part("docs/experiments.md", "ssd-size-gp3-blocks.template"),
            GeneratedPage.part("docs/key-index.md", "key-index.template"),
            GeneratedPage.part("docs/key-index.md", "key-index-only.template"),
            GeneratedPage.part("docs/files.md", "files.template"),
            GeneratedPage.part("docs/files.md", "file-sizes.template"),
            GeneratedPage.part("docs/experiments.md", "files-small.template"),
            GeneratedPage.part("docs/experiments.md", "files-arms.template"),
            GeneratedPage.part("docs/scaling.md", "scaling.template"),
            GeneratedPage.part("docs/scaling.md", "scaling-nodes.template"),
            GeneratedPage.part("docs/scaling.md", "scaling-costs.template"),
            GeneratedPage.part("benchmarks/README.md", "chaos.template"),
            GeneratedPage.part("benchmarks/peer-bench/README.md", "peers.template"));

    private final Path root;
    private final List<GeneratedPage> pages;
    private final ResultFiles results;

    /** Creates the pages of a checkout. */
    public FigurePages(Path root) {
        this(root, PAGES);
    }

    /** Creates other pages, for tests. */
    FigurePages(Path root, List<GeneratedPage> pages) {
        this.root = root;
        this.pages = List.copyOf(pages);
        this.results = new ResultFiles(root.resolve(RESULTS));
    }

    /**
     * Writes all pages.
     *
     * @return the names of the pages that have changed
     * @throws IOException if a figure cannot be calculated; then no page is written
     */
    public List<String> write() throws IOException {
        List<GeneratedPage> changed = changed();
        for (GeneratedPage page : changed) {
            Files.writeString(root.resolve(page.name()), text(page));
        }
        return changed.stream().map(GeneratedPage::name).distinct().toList();
    }

    /**
     * Returns the first line of each page that is not as its template and the results give it.
     *
     * @throws IOException if a figure cannot be calculated
     */
    public List<String> differences() throws IOException {
        List<String> differences = new ArrayList<>();
        for (GeneratedPage page : changed()) {
            differences.add(difference(page.name(), page.existing(root), text(page)));
        }
        return differences;
    }

    private List<GeneratedPage> changed() throws IOException {
        List<GeneratedPage> changed = new ArrayList<>();
        for (GeneratedPage page : pages) {
            if (!text(page).equals(page.existing(root))) {
                changed.add(page);
            }
        }
        return changed;
    }

    private String text(GeneratedPage page) throws IOException {
        return page.text(page.existing(root), template(page).render(results));
    }

    private PageTemplate template(GeneratedPage page) throws IOException {
        Path file = root.resolve(TEMPLATES).resolve(page.template());
        return new PageTemplate(page.template(), Files.readString(file));
    }

    private static String difference(String page, String found, String allowed) {
        List<String> foundLines = found.lines().toList();
        List<String> allowedLines = allowed.lines().toList();
        int line = 0;
        while (line < foundLines.size()
                && line < allowedLines.size()
                && foundLines.get(line).equals(allowedLines.get(line))) {
            line++;
        }
        return "page=" + page + " line=" + (line + 1) + ": found \"" + lineOf(foundLines, line)
                + "\", the results give \"" + lineOf(allowedLines, line) + "\"";
    }

    private static String lineOf(List<String> lines, int line) {
        return line < lines.size() ? lines.get(line) : "";
    }
}
