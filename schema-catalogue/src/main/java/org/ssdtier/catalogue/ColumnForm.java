package org.ssdtier.catalogue;

import java.util.List;

/** How much of a column a schema definition says. */
public enum ColumnForm {
    /** One cell: a column of a simple type, or a frozen one that is taken as it is. */
    SIMPLE(0),
    /** The cells of a non-frozen map or set; the parts are their cell paths in the order of the row. */
    CELLS(1),
    /** A frozen map taken apart; the parts are its keys in the order of its bytes. */
    FROZEN_MAP(2),
    /** A column that is present and says everything else about itself in the row: a list, a user type. */
    INLINE(3);

    private static final List<ColumnForm> BY_CODE = List.of(values());

    private final int code;

    ColumnForm(int code) {
        this.code = code;
    }

    /** Returns whether a column of this form has parts. */
    public boolean hasParts() {
        return this == CELLS || this == FROZEN_MAP;
    }

    /** Returns the number that is written, below 8. */
    public int code() {
        return code;
    }

    /** Returns how many forms there are; their codes are below that. */
    static int count() {
        return BY_CODE.size();
    }

    static ColumnForm of(int code) {
        return BY_CODE.get(code);
    }
}
