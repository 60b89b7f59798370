/**
 * The change feed: the records of a store that have changed since a client's last request, in the
 * order of the commits.
 *
 * <p>Start at {@link dev.tenure.record.feed.ChangeFeed}, which reads a version index; {@link
 * dev.tenure.record.feed.SyncToken} is what a client keeps between two requests. What must stay
 * true: a client that continues from each token ends up with the content of the store, whatever is
 * written in between and wherever the store is moved. This package uses a store only through its
 * public methods.
 */
@NullMarked
package dev.tenure.record.feed;

import org.jspecify.annotations.NullMarked;
