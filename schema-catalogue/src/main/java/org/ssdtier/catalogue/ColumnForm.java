package org.ssdtier.catalogue;

import java.util.List;

/** The form of a column in a schema definition: how much of the column the definition describes. */
public enum ColumnForm {
    /** One cell: a column of a simple type, or a frozen one that is not split. */
    SIMPLE(0),
    /** The cells of a non-frozen map or set; the parts are their cell paths in the order of the row. */
    CELLS(1),
    /** A frozen map that is split; the parts are its keys in the order of its bytes. */
    FROZEN_MAP(2),
    /** A column that is only marked as present; everything else about it is in the row: a list, a user type. */
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

    /** Returns the code that is written to files, below 8. */
    public int code() {
        return code;
    }

    /** Returns the number of forms; their codes are below it. */
    static int count() {
        return BY_CODE.size();
    }

    static ColumnForm of(int code) {
        return BY_CODE.get(code);
    }
}
