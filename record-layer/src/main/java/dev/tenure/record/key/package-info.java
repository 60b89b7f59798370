/**
 * Key expressions: which columns a record gives to a primary key, an index or a group.
 *
 * <p>Start at {@link dev.tenure.record.key.Keys}, the factories; {@link
 * dev.tenure.record.key.KeyExpression} describes, {@link dev.tenure.record.key.KeyEvaluator} binds
 * a description to one message type and evaluates it. Expressions are immutable, know nothing of a
 * message type until bound, and are the only language for columns: primary keys, indexes and later
 * sorts and predicates share it. This package knows protobuf and tuples, and nothing of stores.
 */
@NullMarked
package dev.tenure.record.key;

import org.jspecify.annotations.NullMarked;
