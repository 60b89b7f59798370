/**
 * Key expressions: the columns of a record for a primary key, an index or a group.
 *
 * <p>Start at {@link dev.tenure.record.key.Keys}, the factories.
 *
 * <ul>
 *   <li>{@link dev.tenure.record.key.KeyExpression} describes columns without a message type, and
 *       answers questions about its form (columns, prefixes, parts).
 *   <li>{@link dev.tenure.record.key.KeyEvaluator} binds an expression to one message type and
 *       evaluates it.
 *   <li>{@link dev.tenure.record.key.KeyFunctions} has the functions that an expression may name,
 *       {@link dev.tenure.record.key.KeyOrder} the sort orders of a column.
 *   <li>{@link dev.tenure.record.key.KeyExpressionCodec} encodes expressions.
 *   <li>Each operation on all kinds of expressions is one visitor. {@code ExpressionRules} checks
 *       an expression when it is made, {@code KeyBinder} when it is bound.
 * </ul>
 *
 * <p>Expressions are the only language for columns: primary keys, indexes and conditions share it.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>An expression has the same tuples for a record for ever, because entries are stored with
 *       them.
 *   <li>Depth, parts, columns, tuples of a record and encoded bytes are bounded.
 *   <li>An error that concerns a record names the path of the field.
 *   <li>This package knows protobuf and tuples, and nothing of stores.
 * </ul>
 */
@NullMarked
package dev.tenure.record.key;

import org.jspecify.annotations.NullMarked;
