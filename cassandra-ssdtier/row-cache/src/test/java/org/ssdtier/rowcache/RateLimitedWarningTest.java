package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Tests of a warning that is repeated at most once in a period. */
@Tag("unit")
final class RateLimitedWarningTest {
    private static final long PERIOD_NANOS = 10_000;

    private final List<String> logged = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - PERIOD_NANOS / 2); // it overflows on the way
    private final RateLimitedWarning warning = new RateLimitedWarning(logger(), clock::get, PERIOD_NANOS);

    /** Checked by removal: without the period, each of the thousand is a line of the log. */
    @Test
    void say_thousandTimesInAPeriod_isLoggedOnceAndCountedInTheNext() {
        for (int i = 0; i < 1000; i++) {
            warning.say("the device fails");
        }
        assertEquals(List.of("the device fails 0"), logged);
        clock.addAndGet(PERIOD_NANOS - 1);
        warning.say("the device fails");
        assertEquals(1, logged.size());
        clock.addAndGet(1);
        warning.say("the device fails again");
        assertEquals("the device fails again 1000", logged.get(1));
    }

    @Test
    void say_messageAndFailureOfOneWarning_shareThePeriod() {
        warning.say("the device fails");
        warning.say("a read", new IllegalStateException("a bug"));
        assertEquals(1, logged.size());
        clock.addAndGet(PERIOD_NANOS);
        warning.say("a read", new IllegalStateException("a bug"));
        assertEquals("a read 1 java.lang.IllegalStateException: a bug", logged.get(1));
    }

    /** Returns a logger that keeps the arguments of its warnings. */
    private Logger logger() {
        return (Logger) Proxy.newProxyInstance(
                Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("warn")) {
                        logged.add(Arrays.stream(arguments)
                                .skip(1)
                                .flatMap(value ->
                                        value instanceof Object[] values ? Arrays.stream(values) : Stream.of(value))
                                .map(String::valueOf)
                                .collect(Collectors.joining(" ")));
                    }
                    return null;
                });
    }
}
