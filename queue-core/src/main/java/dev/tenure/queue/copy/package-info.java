/**
 * The progress of a move: a row beside the place of the store on the cluster that the tenant moves
 * to. Start at {@link dev.tenure.queue.copy.CopyRow}. Knows neither movers nor clusters.
 */
@NullMarked
package dev.tenure.queue.copy;

import org.jspecify.annotations.NullMarked;
