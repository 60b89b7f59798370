/**
 * The parts of a store that a move to another cluster needs: the log of changes ({@link
 * dev.tenure.record.store.move.ChangeLog}), and the header without metadata ({@link
 * dev.tenure.record.store.move.MovedStore}).
 *
 * <p>What must stay true: a store that logs its changes has a row in the log for every key that a
 * commit has changed in its content, whatever type or index the key belongs to. Nothing here reads
 * records.
 */
@NullMarked
package dev.tenure.record.store.move;

import org.jspecify.annotations.NullMarked;
