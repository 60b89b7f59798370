/**
 * Texts in tokens: how a text is divided, and which tokens a query asks for.
 *
 * <p>Start at {@link dev.tenure.record.text.TextQuery}; {@link dev.tenure.record.text.Tokenizer}
 * divides a text, {@link dev.tenure.record.text.TokenMap} tells whether a query finds texts. What
 * must stay true: a text index finds the same records as a look at their texts. This package knows
 * neither records nor indexes.
 */
@NullMarked
package dev.tenure.record.text;

import org.jspecify.annotations.NullMarked;
