/**
 * Support for tests of an application. {@link dev.tenure.testkit.junit} has the annotation for
 * tests that run once for each seed, {@link dev.tenure.testkit.cluster} a cluster whose consumers
 * and engine crash, {@link dev.tenure.testkit.engine} that engine, {@link
 * dev.tenure.testkit.scheduling} virtual time and a deterministic scheduler. {@link
 * dev.tenure.testkit.contract} holds the behaviours that every database must show.
 */
@NullMarked
package dev.tenure.testkit;

import org.jspecify.annotations.NullMarked;
