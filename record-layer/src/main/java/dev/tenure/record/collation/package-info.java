/**
 * Orders of texts by language, as bytes that sort as the texts do.
 *
 * <p>Start at {@link dev.tenure.record.collation.Collations}, which finds a {@link
 * dev.tenure.record.collation.Collation} for a locale. What must stay true: when two processes
 * could compute different keys for a text, the fingerprints of their collations differ. This
 * package knows neither records nor key expressions.
 */
@NullMarked
package dev.tenure.record.collation;

import org.jspecify.annotations.NullMarked;
