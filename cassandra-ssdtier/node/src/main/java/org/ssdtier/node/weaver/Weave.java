package org.ssdtier.node.weaver;

import java.util.List;
import java.util.function.UnaryOperator;
import net.bytebuddy.dynamic.DynamicType;

/**
 * One class to weave.
 *
 * @param className the class, as Java names it
 * @param change what to do to it
 * @param expectations the calls that must be in it afterwards
 */
record Weave(String className, UnaryOperator<DynamicType.Builder<?>> change, List<Expectation> expectations) {}
