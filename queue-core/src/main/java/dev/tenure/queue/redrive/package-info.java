/**
 * Dead letters in bulk: redriven, deleted, or only counted. Start at {@link
 * dev.tenure.queue.redrive.Redrive}. Must stay true: a slice is planned outside of the transaction
 * that changes it, so that a commit whose result is unknown names no letter twice, and a letter
 * that died after the run began is left alone. Must not know threads.
 */
@NullMarked
package dev.tenure.queue.redrive;

import org.jspecify.annotations.NullMarked;
