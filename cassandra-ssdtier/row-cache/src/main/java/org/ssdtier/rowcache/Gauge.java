package org.ssdtier.rowcache;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of {@link CacheStats} or of a record in it as a gauge, a value that may rise and fall. All others
 * are counters: they only grow, from 0 at open.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Gauge {}
