/**
 * What the tests of every module share. {@link dev.tenure.testkit.scheduling} has virtual time and
 * a deterministic scheduler, {@link dev.tenure.testkit.engine} an engine on it that crashes, {@link
 * dev.tenure.testkit.simulation} runs the whole system from one seed, {@link
 * dev.tenure.testkit.history} checks what transactions saw, {@link dev.tenure.testkit.junit} is for
 * applications' own tests, {@link dev.tenure.testkit.contract} holds behaviours that every engine
 * must show.
 */
@NullMarked
package dev.tenure.testkit;

import org.jspecify.annotations.NullMarked;
