/**
 * Key expressions: which columns a record gives to a primary key, an index or a group.
 *
 * <p>Start at {@link dev.tenure.record.key.Keys}, the factories; {@link
 * dev.tenure.record.key.KeyExpression} describes and answers for the form (columns, prefixes,
 * parts), {@link dev.tenure.record.key.KeyEvaluator} binds a description to one message type and
 * evaluates it. {@link dev.tenure.record.key.KeyFunctions} holds the functions an expression may
 * name, {@link dev.tenure.record.key.KeyOrder} the orders of a column; {@link
 * dev.tenure.record.key.KeyExpressionCodec} stores expressions. Each operation on all kinds is one
 * visitor; what a kind must obey when it is made is in {@code ExpressionRules}, what it must obey
 * on a message type in {@code KeyBinder}.
 *
 * <p>Expressions are immutable, know nothing of a message type until bound, and are the only
 * language for columns: primary keys, indexes and later sorts and predicates share it. What must
 * stay true: equal expressions give equal tuples for ever, as entries are stored with them; every
 * size is bounded (depth, parts, columns, tuples of a record, bytes); an error of the record names
 * its path. This package knows protobuf and tuples, and nothing of stores.
 */
@NullMarked
package dev.tenure.record.key;

import org.jspecify.annotations.NullMarked;
