package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.report.CellDirectory;

/** The directory of a run's results, with a file for each slot. */
final class FilesDirectory extends CellDirectory<FilesDirectory.Begun, FilesSlotResult> {
    FilesDirectory(Path directory) {
        super(directory, "slots", "files.json", Begun.class, FilesSlotResult.class);
    }

    /**
     * A plan with facts about the machine.
     *
     * @param plan the plan
     * @param facts facts about software and machine, of the last invocation with those of earlier ones
     */
    record Begun(FilesPlan plan, Map<String, Object> facts) implements Planned {}

    /** Writes the result file from the slots that there are, in the order of the plan. */
    FilesResult writeResult() throws IOException {
        Begun begun = begun();
        List<FilesSlotResult> results = new ArrayList<>();
        for (FilesSlot slot : begun.plan().slots()) {
            find(slot).ifPresent(results::add);
        }
        FilesResult result = new FilesResult(begun.plan(), begun.facts(), results);
        writeResult(FilesFigures.of(result));
        return result;
    }
}
