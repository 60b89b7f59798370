/** Tests of what a move needs of a store. */
@NullMarked
package dev.tenure.record.store.move;

import org.jspecify.annotations.NullMarked;
