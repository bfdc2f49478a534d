package org.ssdtier.catalogue;

/**
 * Record layout of the catalogue's log: the value of a segment-log record, whose key is empty.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                   Log Sequence Number (LSN)                   |   0
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |      Durable LSN: all below it were durable at this append    |   8
 *  |                                                               |
 *  +---------------+---------------+-------------------------------+
 *  |     Type      |  Version (1)  |               0               |  16
 *  +---------------+---------------+-------------------------------+
 *  |      Schema ID, of a definition; else 0                       |  20
 *  +---------------------------------------------------------------+
 *  |      Definition: the table it was first written for           |  24
 *  |      Void: first LSN that is void; End of checkpoint: LSN     |
 *  |      of its begin; else 0 (64 bits, then zeros)               |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |      Definition: {@link DefinitionDescriptor} ...             |  40
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Numbers are little-endian. LSNs number the records consecutively, so a missing record is always detected, whatever
 * happened to it. A gap is allowed only where a void record covers it: the records between its first void LSN and its
 * own LSN were abandoned by a failed write or a crash. They do not count even if they can still be read. The scheme is
 * that of a write-ahead log with checkpoints (Mohan et al., ARIES, 1992, sections 3 and 5.4).
 */
final class CatalogueRecordDescriptor {
    /** The version written and read. */
    static final byte VERSION = 1;

    /** Offset of the 64-bit LSN. */
    static final int LSN_OFFSET = 0;
    /** Offset of the 64-bit durable LSN. */
    static final int DURABLE_LSN_OFFSET = 8;
    /** Offset of the 8-bit type. */
    static final int TYPE_OFFSET = 16;
    /** Offset of the 8-bit version. */
    static final int VERSION_OFFSET = 17;
    /** Offset of the 32-bit schema ID. */
    static final int ID_OFFSET = 20;
    /** Offset of the 128-bit table ID: its high 64 bits, then its low ones. */
    static final int TABLE_OFFSET = 24;
    /** Offset of the 64-bit LSN that a void record or the end of a checkpoint refers to. */
    static final int REFERENCE_OFFSET = 24;
    /** Length of the header; a definition follows. */
    static final int HEADER_BYTES = 40;

    /** Type of a definition with its schema ID. */
    static final byte DEFINITION = 1;
    /** Type of a record that voids the records before it, from its reference on. */
    static final byte VOID = 2;
    /** Type of the begin of a checkpoint: only later records count. */
    static final byte CHECKPOINT_BEGIN = 3;
    /** Type of the end of a checkpoint; without it, the begin does not count. */
    static final byte CHECKPOINT_END = 4;
    /** Type of a record that carries only a durable LSN. */
    static final byte MARK = 5;

    private CatalogueRecordDescriptor() {}
}
