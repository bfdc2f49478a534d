package org.ssdtier.benchmarks.streams;

import java.util.List;
import java.util.Map;

/**
 * The figures of a run in a file small enough to be kept; all that they were calculated from is in {@link StreamsResult}.
 *
 * @param run facts about software and machine
 * @param plan the sizes
 * @param onlinePeak highest rate on a mounted drive, in requests per second
 * @param offlinePeak highest rate of a trace, in MiB per second of virtual time
 * @param online arms on a mounted drive
 * @param offline arms on the updates of the trace of the first of these
 * @param others mappings on the traces of arms with another load or strategy
 * @param sensitivity the first trace on drives with other fill levels and over-provisioning
 * @param targets the paper's figures
 */
record StreamsSummary(
        Map<String, Object> run,
        StreamsPlan plan,
        double onlinePeak,
        double offlinePeak,
        List<OnlineFigures> online,
        List<OfflineFigures> offline,
        List<OfflineFigures> others,
        List<OfflineFigures> sensitivity,
        List<StreamsTarget> targets) {
    static StreamsSummary of(StreamsResult result) {
        return new StreamsSummary(
                result.facts(),
                result.plan(),
                result.onlinePeak(),
                result.offlinePeak(),
                result.onlineFigures(),
                result.offlineFigures(result.offline()),
                result.offlineFigures(result.others()),
                result.offlineFigures(result.sensitivity()),
                StreamsTarget.of(result));
    }
}
