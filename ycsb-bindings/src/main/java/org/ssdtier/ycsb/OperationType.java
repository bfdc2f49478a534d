package org.ssdtier.ycsb;

/** What a client does, as YCSB names it. */
public enum OperationType {
    READ("READ", true),
    UPDATE("UPDATE", true),
    INSERT("INSERT", true),
    SCAN("SCAN", true),
    DELETE("DELETE", true),
    /** A read and an update of the same record, timed as one; its two halves are counted on their own. */
    READ_MODIFY_WRITE("READ-MODIFY-WRITE", false),
    /** The check of a record's content against what the workload wrote. */
    VERIFY("VERIFY", false);

    private final String label;
    private final boolean request;

    OperationType(String label, boolean request) {
        this.label = label;
        this.request = request;
    }

    /** The name in YCSB's output, for instance {@code READ-MODIFY-WRITE}. */
    public String label() {
        return label;
    }

    /** True for a request to the database, false for what is derived from other operations. */
    public boolean isRequest() {
        return request;
    }
}
