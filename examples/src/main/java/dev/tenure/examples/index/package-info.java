/**
 * {@code ./tenure index}: builds the indexes of a record store from a shell, and says how far they
 * are.
 *
 * <p>Start at {@link dev.tenure.examples.index.IndexCommand}. The commands know nothing of the
 * store but where it lies: its types and indexes come from a metadata store beside it.
 */
@NullMarked
package dev.tenure.examples.index;

import org.jspecify.annotations.NullMarked;
