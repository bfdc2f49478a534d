package org.ssdtier.benchmarks.ssdsize;

/**
 * A node of an arm.
 *
 * @param arm the arm
 * @param memoryPercent percentage of the rows that the row cache in memory holds, or whose memory is page cache without
 *     one
 * @param ssdPercent percentage of the rows that the SSD holds; 0 unless the arm has any size
 */
record Setup(SizeArm arm, int memoryPercent, int ssdPercent) {
    /** Returns the setup of an arm at a size of the SSD; one without an SSD is stock's row cache. */
    static Setup of(SizeArm arm, int memoryPercent, int ssdPercent) {
        if (!arm.hasSize()) {
            return new Setup(arm, memoryPercent, 0);
        }
        return new Setup(ssdPercent == 0 ? SizeArm.OHC : arm, memoryPercent, ssdPercent);
    }

    /** Returns a name for files. */
    String id() {
        return arm + "-memory-" + memoryPercent + "-ssd-" + ssdPercent;
    }

    @Override
    public String toString() {
        return arm + ", memory " + memoryPercent + " %" + (arm.hasSize() ? ", SSD " + ssdPercent + " %" : "");
    }
}
