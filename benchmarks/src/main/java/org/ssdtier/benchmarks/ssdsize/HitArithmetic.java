package org.ssdtier.benchmarks.ssdsize;

import org.ssdtier.benchmarks.load.ZipfHits;

/**
 * The requests per second that a hit ratio allows: the slow drives work for misses only, so with half of the misses they
 * serve twice the requests. The work of a miss is that of stock's row cache with the same memory, measured under the same
 * mix.
 *
 * @param result the result
 */
record HitArithmetic(SizeResult result) {
    private static final double MICROS_PER_SECOND = 1e6;

    /** Time of the SSD's controller for a read: it takes one after the other, whatever its dies do meanwhile. */
    private static final double SSD_READ_MICROS = 20;

    /**
     * The parts of a difference between requests per second and those that the hit ratio allows; their product is the
     * whole. All are NaN without a result of stock's row cache.
     *
     * @param whole requests per second to those allowed
     * @param drivesBusy busy fraction of the slow drives
     * @param readsPerMiss reads of a miss, stock's to this
     * @param microsPerRead time of the slow drives for a read, stock's to this
     */
    record Difference(double whole, double drivesBusy, double readsPerMiss, double microsPerRead) {}

    /** Returns the hit ratio of a cache that always holds the most popular rows, as many as the setup's tiers hold. */
    double idealHits(Setup setup) {
        return new ZipfHits(result.plan().scale().rows())
                .of(result.plan().budget().heldRows(setup));
    }

    /** Returns the requests per second that the ideal hit ratio of a setup allows; NaN without stock's row cache. */
    double limit(Setup setup, Mix mix) {
        Setup inMemory = Setup.of(setup.arm(), setup.memoryPercent(), 0);
        double ideal = idealHits(setup);
        double fromSsd = mix.readShare() * Math.max(0, ideal - idealHits(inMemory));
        return Math.min(allowed(setup, mix, ideal), MICROS_PER_SECOND / (fromSsd * SSD_READ_MICROS));
    }

    /** Returns the requests per second that the hit ratio reached allows; NaN without stock's row cache. */
    double reached(Setup setup, Mix mix) {
        return allowed(setup, mix, result.median(setup, mix, CellResult::hits));
    }

    private double allowed(Setup setup, Mix mix, double hits) {
        Setup stock = stock(setup);
        double missesToStock = (1 - hits) / (1 - result.median(stock, mix, CellResult::hits));
        return MICROS_PER_SECOND / (result.median(stock, mix, HitArithmetic::slowMicros) * missesToStock);
    }

    /** Returns the parts of the difference between a setup's requests per second and those its hit ratio allows. */
    Difference difference(Setup setup, Mix mix) {
        double requests = result.median(setup, mix, CellResult::requestsPerSecond);
        double busy = requests * result.median(setup, mix, HitArithmetic::slowMicros) / MICROS_PER_SECOND;
        Setup stock = stock(setup);
        return new Difference(
                requests / reached(setup, mix),
                busy,
                readsPerMiss(stock, mix) / readsPerMiss(setup, mix),
                microsPerRead(stock, mix) / microsPerRead(setup, mix));
    }

    /** Returns the reads of the slow drives for each miss of the row cache. */
    double readsPerMiss(Setup setup, Mix mix) {
        double misses = mix.readShare() * (1 - result.median(setup, mix, CellResult::hits));
        return result.median(setup, mix, CellResult::deviceReads) / misses;
    }

    private double microsPerRead(Setup setup, Mix mix) {
        return result.median(setup, mix, HitArithmetic::slowMicros)
                / result.median(setup, mix, CellResult::deviceReads);
    }

    private static double slowMicros(CellResult cell) {
        return cell.figures().devices().data().busyMicros();
    }

    private static Setup stock(Setup setup) {
        return new Setup(SizeArm.OHC, setup.memoryPercent(), 0);
    }
}
