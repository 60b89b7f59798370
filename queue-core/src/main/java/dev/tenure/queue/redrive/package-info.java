/**
 * Redrives, deletes or counts dead letters in bulk. Start at {@link
 * dev.tenure.queue.redrive.Redrive}: {@code LetterScan} plans a slice in one transaction, {@code
 * RedriveSlice} changes it in another. Must stay true: a slice is planned outside of the
 * transaction that changes it, so that a commit with an unknown result changes no letter twice; a
 * letter that died after the run began is left alone. Must not know threads.
 */
@NullMarked
package dev.tenure.queue.redrive;

import org.jspecify.annotations.NullMarked;
