/**
 * The world {@code directory}: operators, auditors, producers and consumers on several clusters and
 * shards of the tenant directory, of which one does not answer for a minute. Start at {@link
 * dev.tenure.campaigns.simulation.directory.DirectorySimulation}; a seed is drawn in {@link
 * dev.tenure.campaigns.simulation.directory.DirectoryPlan}.
 *
 * <pre>
 *   TenantOperator, LateOperator, Auditor,
 *   Producer, TenantConsumer                  processes that crash, stall and start again
 *   DirectoryContents                         what is stored, and was at each time
 *   EntryChecks, StoreChecks, RemovalChecks   what must hold after every commit
 *   Answers                                   whether what was stored explains an answer
 *   RestChecks                                what must hold when all faults are over
 * </pre>
 *
 * <p>The checks know the rows as they are stored and the answers that processes got, and nothing of
 * what a process remembers.
 */
@NullMarked
package dev.tenure.campaigns.simulation.directory;

import org.jspecify.annotations.NullMarked;
