/**
 * An engine on virtual time with everything that can befall one: faults by seed at its hooks,
 * answers that come late, crashes that lose what was not synced. Start at {@link
 * dev.tenure.testkit.engine.SimulatedEngine}; a simulated process uses it through the database that
 * {@code connect} gives it.
 *
 * <p>What must stay true: a client sees nothing here that FoundationDB would not show it.
 */
@NullMarked
package dev.tenure.testkit.engine;

import org.jspecify.annotations.NullMarked;
