package org.ssdtier.files.store;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.ssdtier.files.table.StoreTables;

/** A place between a store and its tables, where tests delay, fail and lose statements. */
public interface Interception {
    /** A statement on its way to the tables. */
    interface Statement {
        /** Executes it and returns its result. */
        Object execute() throws IOException;
    }

    /**
     * Handles a statement.
     *
     * @param name name of the method
     * @param isWrite whether it changes the tables
     */
    Object handle(String name, boolean isWrite, Statement statement) throws IOException;

    /** Returns tables whose statements pass an interception. */
    static StoreTables of(StoreTables tables, Interception interception) {
        return (StoreTables) Proxy.newProxyInstance(
                StoreTables.class.getClassLoader(), new Class<?>[] {StoreTables.class}, (proxy, method, arguments) -> {
                    String name = method.getName();
                    if (name.equals("entriesOfEach")) { // the statements pass one by one
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    boolean isWrite = name.matches("(put|delete|add|change).*");
                    return interception.handle(name, isWrite, () -> {
                        try {
                            return method.invoke(tables, arguments);
                        } catch (InvocationTargetException e) {
                            if (e.getCause() instanceof IOException failure) {
                                throw failure;
                            }
                            throw new IllegalStateException(e.getCause());
                        } catch (IllegalAccessException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                });
    }
}
