/**
 * The schemas of applications as a cluster stores them, and the rows of their roll-outs. Start at
 * {@link dev.tenure.queue.schema.StoredSchemas}, from which the cluster gets the metadata of each
 * store that it opens. Must stay true: a transaction opens stores with the newest version that was
 * stored at its read version. Knows rows and no clusters; {@code dev.tenure.queue.rollout} carries
 * roll-outs out.
 */
@NullMarked
package dev.tenure.queue.schema;

import org.jspecify.annotations.NullMarked;
