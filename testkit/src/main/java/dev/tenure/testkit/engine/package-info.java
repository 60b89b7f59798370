/**
 * An engine on virtual time that meets faults by a seed: at its hooks, in the delay of its answers, and in crashes that lose all that was not synced. Start at {@link dev.tenure.testkit.engine.SimulatedEngine}. A simulated process uses the engine through the database that {@code connect} returns.
 *
 * <p>What must stay true: clients see no behaviour here that FoundationDB would not show them.
 */
@NullMarked
package dev.tenure.testkit.engine;

import org.jspecify.annotations.NullMarked;
