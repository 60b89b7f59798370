/**
 * Decides the end of an item after its handler has finished, and commits it (Algorithm 3, lines 3
 * to 8). Start at {@link dev.tenure.consumer.end.ItemEnds}; {@code FailurePolicy} decides, {@code
 * Ending} is the decision, {@code Completer} commits it.
 *
 * <p>Must stay true: the effects of an item commit with its completion or not at all; the end of an
 * item is committed at most once; an item whose end cannot be committed is counted as lost. Must
 * not know how handlers are called.
 */
@NullMarked
package dev.tenure.consumer.end;

import org.jspecify.annotations.NullMarked;
