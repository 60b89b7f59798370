/**
 * Range reads and key selectors. Start at {@link dev.tenure.embedded.range.ReadView}: a range is
 * read over three layers, of which the upper hides the lower.
 *
 * <pre>
 *   own writes    WriteBuffer    what the transaction has written
 *   known rows    KnownRows      what it has read before, and which ranges hold no row
 *   stored rows   StoredRanges   what storage has at its read version
 * </pre>
 *
 * <p>{@code Segments} walks the upper two layers as one. {@code ForwardScan} and {@code
 * BackwardScan} take rows from it and ask storage for the unknown ranges in between. {@code
 * FreshScan} is the short way for a range in which nothing was written or read yet. {@link
 * dev.tenure.embedded.range.ConflictRules} computes the keys with which a read conflicts.
 *
 * <p>What must stay true: rows, batch borders and conflict ranges are those of FoundationDB 7.3.
 * Everything mutable here belongs to one attempt and is used under its monitor. Knows nothing of
 * options, retries or how a commit is carried out.
 */
@NullMarked
package dev.tenure.embedded.range;

import org.jspecify.annotations.NullMarked;
