/**
 * Divides texts into tokens, and queries into the tokens that they ask for.
 *
 * <p>Start at {@link dev.tenure.record.text.TextQuery}; {@link dev.tenure.record.text.Tokenizer}
 * divides a text, {@link dev.tenure.record.text.TokenMap} decides whether a query finds given
 * texts. What must stay true: a text index finds the same records as a scan that examines the text
 * of each record. This package knows neither records nor indexes.
 */
@NullMarked
package dev.tenure.record.text;

import org.jspecify.annotations.NullMarked;
