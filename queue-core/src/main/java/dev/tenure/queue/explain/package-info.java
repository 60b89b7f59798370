/**
 * Tells why an item has not run. Start at {@link dev.tenure.queue.explain.Explainer}; the list of
 * all possible reasons is {@link dev.tenure.queue.explain.Cause}. Must stay true: an explanation is
 * read in one transaction at one read version, and changes nothing. Must not know threads.
 */
@NullMarked
package dev.tenure.queue.explain;

import org.jspecify.annotations.NullMarked;
