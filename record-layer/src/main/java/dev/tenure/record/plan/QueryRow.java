package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.plan.node.QueryRecord;
import java.util.Optional;

/**
 * A row of a query's result.
 *
 * @param primaryKey the primary key of the record, without the record type key; for a group, the
 *     columns of the group
 * @param values the selected columns, in the query's order; for a group, its columns and then the
 *     selected aggregates; empty for whole records
 * @param record the record; empty when the query selects columns or groups
 */
public record QueryRow(Tuple primaryKey, Tuple values, Optional<QueryRecord> record) {}
