package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.io.sstable.IVerifier;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.apache.cassandra.utils.OutputHandler;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;

/** Advice inlined into {@code BtiTableReader.getVerifier}: an SSTable has one more component to verify. */
final class VerifyAdvice {
    private VerifyAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable IVerifier enter(
            @Advice.This BtiTableReader sstable,
            @Advice.Argument(0) ColumnFamilyStore table,
            @Advice.Argument(1) OutputHandler output,
            @Advice.Argument(2) boolean isOffline,
            @Advice.Argument(3) IVerifier.Options options) {
        return CatalogueHooks.verifier(sstable, table, output, isOffline, options);
    }

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
    static void exit(@Advice.Enter @Nullable IVerifier ours, @Advice.Return(readOnly = false) IVerifier result) {
        if (ours != null) {
            result = ours;
        }
    }
}
