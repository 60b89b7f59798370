/**
 * Orders of texts by language, as bytes that sort as the texts do.
 *
 * <p>Start at {@link dev.tenure.record.collation.Collations}, which finds a {@link
 * dev.tenure.record.collation.Collation} for a locale. What must stay true: a collation tells by
 * its fingerprint when its keys may be others than those of another process. This package knows
 * neither records nor key expressions.
 */
@NullMarked
package dev.tenure.record.collation;

import org.jspecify.annotations.NullMarked;
