/**
 * Conditions on the columns of records, and queries made of them.
 *
 * <p>Start at {@link dev.tenure.record.query.Predicates}, whose factories make a {@link
 * dev.tenure.record.query.QueryPredicate}. A {@link dev.tenure.record.query.BoundPredicate}
 * evaluates it on a record. A {@link dev.tenure.record.query.RecordQuery} asks for records by a
 * condition and an order. What must stay true: a comparison orders values as index keys do, so that
 * a condition and a range of an index mean the same records. This package knows neither indexes nor
 * stores.
 */
@NullMarked
package dev.tenure.record.query;

import org.jspecify.annotations.NullMarked;
