package org.ssdtier.benchmarks.ring;

import org.ssdtier.ycsb.stale.StalenessReport;

/**
 * The figures of the load in a phase, or in all of them.
 *
 * @param phase name of the phase
 * @param seconds its duration
 * @param reads requests answered and judged
 * @param writes writes and deletions acknowledged
 * @param stale rows older than an acknowledged write
 * @param lost rows missing although acknowledged
 * @param ghost rows found although deleted or never written
 * @param failed requests that failed in spite of the driver's retries
 */
public record PhaseFigures(
        String phase, double seconds, long reads, long writes, long stale, long lost, long ghost, long failed) {
    /** Returns the figures of one table's report. */
    public static PhaseFigures of(String phase, double seconds, StalenessReport report) {
        return new PhaseFigures(
                phase,
                seconds,
                report.reads(),
                report.writes() + report.deletes(),
                report.stale(),
                report.lost(),
                report.ghost(),
                report.failures());
    }

    /** Returns the sum of these figures and others of the same phase. */
    public PhaseFigures plus(PhaseFigures other) {
        return new PhaseFigures(
                phase,
                seconds,
                reads + other.reads,
                writes + other.writes,
                stale + other.stale,
                lost + other.lost,
                ghost + other.ghost,
                failed + other.failed);
    }

    /** Returns the figures since an earlier reading. */
    public PhaseFigures since(PhaseFigures earlier) {
        return new PhaseFigures(
                phase,
                Math.round((seconds - earlier.seconds) * 10) / 10.0,
                reads - earlier.reads,
                writes - earlier.writes,
                stale - earlier.stale,
                lost - earlier.lost,
                ghost - earlier.ghost,
                failed - earlier.failed);
    }

    /** Returns whether every answer was right and no request failed. */
    public boolean isRight() {
        return stale + lost + ghost + failed == 0;
    }
}
