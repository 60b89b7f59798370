/**
 * A task list that devices keep copies of, by a change feed; docs/change-feed.md explains it.
 *
 * <p>Start at {@link dev.tenure.examples.sync.SyncCommand}.
 */
@NullMarked
package dev.tenure.examples.sync;

import org.jspecify.annotations.NullMarked;
