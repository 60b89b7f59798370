/**
 * Conditions on records, in the language of key columns.
 *
 * <p>Start at {@link dev.tenure.record.query.Predicates}, the factories; a {@link
 * dev.tenure.record.query.QueryPredicate} is what they make, a {@link
 * dev.tenure.record.query.BoundPredicate} tells what it is of a record. What must stay true: a
 * comparison orders values as index keys do, so that a condition and a range of an index mean the
 * same records. This package knows neither indexes nor stores.
 */
@NullMarked
package dev.tenure.record.query;

import org.jspecify.annotations.NullMarked;
