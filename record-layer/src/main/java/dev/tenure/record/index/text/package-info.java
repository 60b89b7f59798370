/**
 * Text indexes: which records have which words, and where in their text.
 *
 * <p>Start at {@link dev.tenure.record.index.text.TextIndexType}; {@link
 * dev.tenure.record.index.text.TextQuery} is what can be asked, {@link
 * dev.tenure.record.index.text.TextScan} asks it, {@link dev.tenure.record.index.text.Tokenizer} is
 * what makes tokens of a text. What must stay true: the entries of a record are those of its text
 * and one version of the tokenizer, and every version whose entries may be stored is still known.
 * {@code docs/text-index.md} has layout and decisions.
 */
@NullMarked
package dev.tenure.record.index.text;

import org.jspecify.annotations.NullMarked;
