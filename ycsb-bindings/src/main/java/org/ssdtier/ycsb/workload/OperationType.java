package org.ssdtier.ycsb.workload;

/** The kind of operation a client performs, named as in YCSB. */
public enum OperationType {
    READ("READ", true),
    UPDATE("UPDATE", true),
    INSERT("INSERT", true),
    SCAN("SCAN", true),
    DELETE("DELETE", true),
    /** A read and an update of the same record, timed as one operation. Each of the two is also counted separately. */
    READ_MODIFY_WRITE("READ-MODIFY-WRITE", false),
    /** The check of a record's content against the content the workload wrote. */
    VERIFY("VERIFY", false);

    private final String label;
    private final boolean request;

    OperationType(String label, boolean request) {
        this.label = label;
        this.request = request;
    }

    /** Returns the name in YCSB's output, for instance {@code READ-MODIFY-WRITE}. */
    public String label() {
        return label;
    }

    /** Returns true for a request to the database, false for an operation derived from others. */
    public boolean isRequest() {
        return request;
    }
}
