package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.io.sstable.AbstractRowIndexEntry;
import org.apache.cassandra.io.sstable.Descriptor;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.keyindex.cassandra.KeyIndexHooks;

/** Advice inlined into the writers of SSTables' indexes, which keep the draft of a key index beside. */
final class KeyDraftAdvice {
    /** Name of the field that is added to a writer. */
    static final String FIELD = "ssdKeyDraft";

    private KeyDraftAdvice() {}

    /** Advice for constructors. */
    static final class Begin {
        private Begin() {}

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes an assignment to the field
        static void exit(
                @Advice.FieldValue("descriptor") Descriptor descriptor,
                @Advice.FieldValue(value = FIELD, readOnly = false, typing = Assigner.Typing.DYNAMIC) KeyDraft draft) {
            draft = KeyIndexHooks.begin(descriptor);
        }
    }

    /** Advice for {@code append}. */
    static final class Append {
        private Append() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue(FIELD) KeyDraft draft,
                @Advice.Argument(0) DecoratedKey key,
                @Advice.Argument(1) AbstractRowIndexEntry entry) {
            KeyIndexHooks.written(draft, key, entry);
        }
    }

    /** Advice for {@code doPrepare}: the index is complete. */
    static final class Prepare {
        private Prepare() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue(FIELD) KeyDraft draft, @Advice.FieldValue("descriptor") Descriptor descriptor) {
            KeyIndexHooks.prepared(draft, descriptor);
        }
    }

    /** Advice for {@code resetAndTruncate} and {@code doAbort}: what was written does not stay. */
    static final class Withdraw {
        private Withdraw() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.FieldValue(FIELD) KeyDraft draft, @Advice.FieldValue("descriptor") Descriptor descriptor) {
            KeyIndexHooks.withdrawn(draft, descriptor);
        }
    }
}
