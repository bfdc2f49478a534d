/**
 * The checks of {@code ssdtier doctor}: of a home's files and its running process, and of a node by JMX. Each check returns
 * {@link org.ssdtier.node.doctor.Finding}s and changes nothing. Start at {@link org.ssdtier.node.doctor.HomeExamination} and
 * {@link org.ssdtier.node.doctor.NodeExamination}.
 */
@NullMarked
package org.ssdtier.node.doctor;

import org.jspecify.annotations.NullMarked;
