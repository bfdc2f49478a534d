package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.function.Supplier;
import org.ssdtier.files.model.StoreException;

/** Static methods to call the driver, whose exceptions become those of the store. */
final class CqlCalls {
    private CqlCalls() {}

    static <T> T run(Supplier<T> call) throws StoreException {
        try {
            return call.get();
        } catch (DriverException e) {
            throw failure(e);
        }
    }

    static StoreException failure(Throwable failure) {
        return new StoreException("Cassandra: " + failure.getMessage() + hint(failure), failure);
    }

    private static String hint(Throwable failure) {
        if (failure instanceof InvalidQueryException) {
            return " (was the store created, with files init?)";
        }
        return failure instanceof NoNodeAvailableException
                ? " (the nodes of the datacentre are down, or it has another name)"
                : "";
    }
}
