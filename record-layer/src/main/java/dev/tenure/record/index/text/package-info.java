/**
 * Text indexes: which records contain which words, and at which positions.
 *
 * <p>Start at {@link dev.tenure.record.index.text.TextIndexType}; {@link
 * dev.tenure.record.text.TextQuery} is a query, {@link dev.tenure.record.index.text.TextScan} runs
 * it, {@link dev.tenure.record.text.Tokenizer} divides a text into tokens. What must stay true: all
 * entries of a record come from its text by one version of the tokenizer; each version whose
 * entries may be stored is still available. {@code docs/text-index.md} has layout and decisions.
 */
@NullMarked
package dev.tenure.record.index.text;

import org.jspecify.annotations.NullMarked;
