/**
 * {@code ./tenure index}: builds the indexes of a record store from a shell, and shows their
 * progress.
 *
 * <p>Start at {@link dev.tenure.examples.index.IndexCommand}. The commands know only the location
 * of the store: its types and indexes come from a metadata store beside it.
 */
@NullMarked
package dev.tenure.examples.index;

import org.jspecify.annotations.NullMarked;
