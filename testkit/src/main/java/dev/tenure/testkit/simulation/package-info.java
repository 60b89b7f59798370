/**
 * The whole system in one thread, from one seed: an engine in memory, producers, consumers and an
 * operator, each a simulated process, and faults. Start at {@link
 * dev.tenure.testkit.simulation.Simulation}; {@link dev.tenure.testkit.simulation.EngineSimulation}
 * has the engine alone and clients that try all of it; {@link
 * dev.tenure.testkit.simulation.IndexSimulation} a record store and its indexes; {@link
 * dev.tenure.testkit.simulation.PointerSimulation} one zone at a time and few transactions; {@link
 * dev.tenure.testkit.simulation.SimulationCommand} runs many seeds on all.
 *
 * <p>Checks read the database with a reader of their own, past the faults, and compare it with what
 * must always be true; what they rely on is the stored format, not the code under test. A run tells
 * how often each {@link dev.tenure.testkit.simulation.Edge} of the protocol was reached, since a
 * run that never reaches one has not tested it.
 */
@NullMarked
package dev.tenure.testkit.simulation;

import org.jspecify.annotations.NullMarked;
