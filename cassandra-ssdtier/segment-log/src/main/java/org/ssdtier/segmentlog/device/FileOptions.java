package org.ssdtier.segmentlog.device;

/**
 * The use of the files of a log.
 *
 * @param directIo whether the files bypass the page cache
 * @param observer observer of the segment files
 * @param discards whether the content of a reclaimed segment is released, so that the drive need not preserve it
 * @param eraseUnitBytes size of the drive's erase units, which divides the size of a segment; 0 if it is not known. If it
 *     is known, the gap at the end of a segment is written too, so that every segment is the same number of whole units
 */
public record FileOptions(DirectIo directIo, SegmentFileObserver observer, boolean discards, int eraseUnitBytes) {
    /** Returns options without an observer, without discards and without a known erase unit. */
    public static FileOptions of(DirectIo directIo) {
        return new FileOptions(directIo, SegmentFileObserver.NONE, false, 0);
    }

    /** Returns these options with another choice of direct I/O. */
    public FileOptions withDirectIo(DirectIo choice) {
        return new FileOptions(choice, observer, discards, eraseUnitBytes);
    }

    /** Returns these options with another observer. */
    public FileOptions withObserver(SegmentFileObserver other) {
        return new FileOptions(directIo, other, discards, eraseUnitBytes);
    }

    /** Returns these options with or without discards. */
    public FileOptions withDiscards(boolean wanted) {
        return new FileOptions(directIo, observer, wanted, eraseUnitBytes);
    }

    /** Returns these options with another erase unit, in bytes; 0 means that it is not known. */
    public FileOptions withEraseUnit(int bytes) {
        return new FileOptions(directIo, observer, discards, bytes);
    }
}
