/**
 * The proof of the global index: all interleavings of a few clients, and random histories of many.
 *
 * <p>Start at {@link dev.tenure.campaigns.globalindex.GlobalIndexCommand}, then {@code Explorer}.
 * The clients run the library's own code: a {@code ClientRun} starts an operation on shards whose
 * answers the checker gives one at a time. {@code docs/global-index.md} says what is proved.
 */
@NullMarked
package dev.tenure.campaigns.globalindex;

import org.jspecify.annotations.NullMarked;
