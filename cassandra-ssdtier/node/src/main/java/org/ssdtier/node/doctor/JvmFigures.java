package org.ssdtier.node.doctor;

import java.io.IOException;
import java.lang.management.MemoryUsage;
import javax.management.openmbean.CompositeData;

/**
 * The figures of a node's JVM.
 *
 * @param uptimeSeconds time since its start
 * @param heapBytes maximum heap size
 * @param machineBytes memory of the machine, or of the container if that is less
 * @param nofile limit of open files
 * @param openFiles number of open files
 */
record JvmFigures(double uptimeSeconds, long heapBytes, long machineBytes, long nofile, long openFiles) {
    private static final String SYSTEM = "java.lang:type=OperatingSystem";

    static JvmFigures read(NodeConnection node) throws IOException {
        long heap = node.attribute("java.lang:type=Memory", "HeapMemoryUsage") instanceof CompositeData usage
                ? MemoryUsage.from(usage).getMax()
                : 0;
        double machine = node.number(SYSTEM, "TotalMemorySize");
        return new JvmFigures(
                node.number("java.lang:type=Runtime", "Uptime") / 1e3,
                heap,
                (long) (machine > 0 ? machine : node.number(SYSTEM, "TotalPhysicalMemorySize")),
                (long) node.number(SYSTEM, "MaxFileDescriptorCount"),
                (long) node.number(SYSTEM, "OpenFileDescriptorCount"));
    }
}
