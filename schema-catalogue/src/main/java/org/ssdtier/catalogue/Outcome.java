package org.ssdtier.catalogue;

import org.jspecify.annotations.Nullable;

/**
 * The result of a request for a definition's ID.
 *
 * @param id the ID; {@link SchemaIds#NONE} if there is none
 * @param refusal why there is no ID; null if there is one
 * @param isNew whether the ID was assigned by this request
 */
record Outcome(int id, @Nullable Refusal refusal, boolean isNew) {
    static Outcome refused(Refusal refusal) {
        return new Outcome(SchemaIds.NONE, refusal, false);
    }
}
