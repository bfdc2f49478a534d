package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The requests per second of a network volume that the tier makes superfluous: what stock's row cache would ask of it for
 * the clients' requests that the tier serves, less what the tier asks.
 *
 * @param result the result
 */
record VolumeTable(SizeResult result) {
    static final List<String> HEADING = List.of(
            "Requests",
            "Memory",
            "SSD",
            "Clients' requests/s",
            "of the volume, tier",
            "of the volume, stock",
            "no longer paid for");

    /** Returns the rows, each with as many cells as the heading; none for other drives. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        if (result.plan().world().isVolume()) {
            for (Mix mix : result.mixes()) {
                for (Setup setup : result.setups()) {
                    Setup stock = new Setup(SizeArm.OHC, setup.memoryPercent(), 0);
                    if (setup.arm() == SizeArm.TIER && !result.of(stock, mix).isEmpty()) {
                        rows.add(row(setup, stock, mix));
                    }
                }
            }
        }
        return rows;
    }

    private List<String> row(Setup setup, Setup stock, Mix mix) {
        double requests = result.median(setup, mix, CellResult::requestsPerSecond);
        double own = requests * result.median(setup, mix, VolumeTable::perRequest);
        double stocks = requests * result.median(stock, mix, VolumeTable::perRequest);
        return List.of(
                mix.toString(),
                setup.memoryPercent() + " %",
                setup.ssdPercent() + " %",
                text(requests),
                text(own),
                text(stocks),
                text(stocks - own));
    }

    private static double perRequest(CellResult cell) {
        return cell.deviceReads() + cell.figures().devices().data().writes();
    }

    private static String text(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f", perSecond);
    }
}
