/**
 * Publishes schemas of applications and rolls them out, by items of the queue. Start at {@link
 * dev.tenure.queue.rollout.SchemaRollOuts}; docs/schema-roll-out.md has the steps and what a crash
 * at each leaves. Must stay true: a schema is stored on a cluster in the transaction that begins
 * its roll-out there, and a roll-out ends only when each tenant of the cluster is at the schema or
 * of a later one. Must not know threads.
 */
@NullMarked
package dev.tenure.queue.rollout;

import org.jspecify.annotations.NullMarked;
