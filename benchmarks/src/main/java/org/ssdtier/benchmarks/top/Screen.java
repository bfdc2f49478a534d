package org.ssdtier.benchmarks.top;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The lines of a sample.
 *
 * @param width most columns of a line
 * @param height number of lines of a screen
 */
record Screen(int width, int height) {
    /** Returns a screenful: a head, the view, the hottest tables below an overview if there is room, and the keys. */
    List<String> page(Sample sample, View view, boolean isPaused) {
        List<String> lines = new ArrayList<>();
        lines.add(cut("ssdtier top  " + clockTime(sample) + "  nodes="
                + sample.nodes().size() + "  " + view.title() + (isPaused ? "  PAUSED" : "")));
        lines.add("");
        lines.addAll(view.lines(sample.nodes(), width));
        lines.addAll(causes(sample));
        if (view == View.OVERVIEW) {
            lines.add("");
            lines.addAll(View.tables(sample.nodes(), width));
        }
        List<String> page = new ArrayList<>(lines.subList(0, Math.min(lines.size(), Math.max(1, height - 1))));
        while (page.size() < height - 1) {
            page.add("");
        }
        page.add(cut(keys()));
        return page;
    }

    /** Returns every view, one after another, without keys. */
    List<String> report(Sample sample) {
        List<String> lines = new ArrayList<>();
        lines.add(cut(sample.time()));
        for (View view : View.values()) {
            lines.add("");
            lines.add(view.title());
            lines.addAll(view.lines(sample.nodes(), width));
        }
        lines.addAll(causes(sample));
        return lines;
    }

    /** Returns one view, with its time. */
    List<String> report(Sample sample, View view) {
        List<String> lines = new ArrayList<>();
        lines.add(cut(sample.time()));
        lines.addAll(view.lines(sample.nodes(), width));
        lines.addAll(causes(sample));
        return lines;
    }

    private List<String> causes(Sample sample) {
        return sample.nodes().stream()
                .filter(node -> !node.cause().isEmpty())
                .map(node -> cut(node.node() + ": " + node.cause()))
                .toList();
    }

    private static String clockTime(Sample sample) {
        int begin = sample.time().indexOf('T') + 1;
        return sample.time().substring(begin, Math.min(sample.time().length(), begin + 8));
    }

    private static String keys() {
        return Arrays.stream(View.values())
                        .map(view -> view.key() + " " + view.title())
                        .collect(Collectors.joining("  "))
                + "  TAB next  p pause  q quit";
    }

    private String cut(String text) {
        return TextTable.left(text, width).stripTrailing();
    }
}
