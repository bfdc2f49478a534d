package org.ssdtier.benchmarks.brief;

/**
 * The use of the processors.
 *
 * @param nodeCores number of cores kept busy by the node
 * @param machine busy fraction of all cores
 * @param loadAverage load average of the machine at the end
 */
public record CpuUse(double nodeCores, double machine, double loadAverage) {
    /** No use. */
    public static final CpuUse NONE = new CpuUse(0, 0, 0);

    /** The busy fraction of the cores above which the CPU rather than the drives is the limit. */
    private static final double LIMITED = 0.85;

    /** Returns whether the cores rather than the drives were the limit. */
    public boolean limits() {
        return machine > LIMITED;
    }
}
