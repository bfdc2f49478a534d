package org.ssdtier.benchmarks.smallfiles;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A result with the figures that are calculated from its slots, as its file has them, for pages.
 *
 * @param result the result
 * @param cells the figures of equal slots, in the order of the plan
 * @param targets the figures beside those of the paper
 */
record FilesFigures(@JsonUnwrapped FilesResult result, List<FilesCellFigures> cells, List<FilesTarget> targets) {
    static FilesFigures of(FilesResult result) {
        return new FilesFigures(
                result,
                result.cells().stream()
                        .map(cell -> FilesCellFigures.of(result, cell))
                        .toList(),
                FilesTarget.of(result));
    }
}
