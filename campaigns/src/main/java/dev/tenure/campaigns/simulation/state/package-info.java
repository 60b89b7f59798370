/**
 * What the database holds after each commit, and what must be true of it. Start at {@link
 * dev.tenure.campaigns.simulation.state.StateWatch}, which reads the state with a {@link
 * dev.tenure.campaigns.simulation.state.StateReader} and gives it to the checks.
 *
 * <p>Models read the rows past the faults, and rely on the stored format, never on the code under
 * test. Only rows that a commit wrote are read again.
 */
@NullMarked
package dev.tenure.campaigns.simulation.state;

import org.jspecify.annotations.NullMarked;
