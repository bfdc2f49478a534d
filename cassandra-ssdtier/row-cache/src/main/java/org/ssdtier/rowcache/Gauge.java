package org.ssdtier.rowcache;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A mark of a statistic, or of a group of statistics, whose value may rise and fall. A statistic without it is a
 * counter: it only grows, from 0 when the cache is opened.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Gauge {}
