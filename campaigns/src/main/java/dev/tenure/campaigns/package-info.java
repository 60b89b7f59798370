/**
 * Our own search for bugs, by runs that no user of Tenure needs. {@link
 * dev.tenure.campaigns.simulation} runs engine, record layer, queues and consumers from one seed,
 * {@link dev.tenure.campaigns.differential} compares two databases, {@link
 * dev.tenure.campaigns.crash} kills processes, {@link dev.tenure.campaigns.shake} shakes a real
 * cluster under a fleet, {@link dev.tenure.campaigns.mutation} counts the mutations that no test
 * notices. {@link dev.tenure.campaigns.history} and {@link dev.tenure.campaigns.blackbox} judge
 * what concurrent transactions saw; {@link dev.tenure.campaigns.workload} are such transactions.
 *
 * <p>What must stay true: no other module depends on this one.
 */
@NullMarked
package dev.tenure.campaigns;

import org.jspecify.annotations.NullMarked;
