package org.ssdtier.node.weaver;

import java.util.List;
import java.util.function.UnaryOperator;
import net.bytebuddy.dynamic.DynamicType;

/**
 * A class to weave.
 *
 * @param className binary name of the class
 * @param change change to apply to the class
 * @param expectations calls that the woven class must contain
 */
record Weave(String className, UnaryOperator<DynamicType.Builder<?>> change, List<Expectation> expectations) {}
