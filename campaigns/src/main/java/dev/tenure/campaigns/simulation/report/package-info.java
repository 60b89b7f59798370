/**
 * The results of runs. A {@link dev.tenure.campaigns.simulation.report.SimulationReport} names the
 * {@link dev.tenure.campaigns.simulation.report.World}, the violation that ended the run, and how
 * often the run reached each {@link dev.tenure.campaigns.simulation.report.Edge} of the protocol: a
 * run that never reaches an edge has not tested it.
 */
@NullMarked
package dev.tenure.campaigns.simulation.report;

import org.jspecify.annotations.NullMarked;
