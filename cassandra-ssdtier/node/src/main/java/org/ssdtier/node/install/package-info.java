/**
 * The installer: {@code java -jar cassandra-ssdtier-VERSION.jar install HOME}. It runs without Cassandra and without any library on
 * its class path.
 *
 * <p>Reading order: {@link org.ssdtier.node.install.InstallerTool} (the command line), {@code Installer} (the steps of each command),
 * {@code CassandraHome} (the Cassandra that is found), {@code IsolatedWeaver} (runs the weaver against it), {@code DropInJar} (the jar
 * that is installed), {@code AsideFile} (how a file is replaced in one step), {@code RunningNodes}, {@code YamlBlock} and {@code
 * ToolScript}.
 */
@NullMarked
package org.ssdtier.node.install;

import org.jspecify.annotations.NullMarked;
