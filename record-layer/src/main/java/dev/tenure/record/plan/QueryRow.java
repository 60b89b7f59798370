package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.plan.node.QueryRecord;
import java.util.Optional;

/**
 * A row of a query's answer.
 *
 * @param primaryKey of the record, without the record type key; the columns of a group
 * @param values the wanted columns, in their order; of a group its columns, then what is selected;
 *     empty when whole records are wanted
 * @param record the record; empty when columns or groups are wanted
 */
public record QueryRow(Tuple primaryKey, Tuple values, Optional<QueryRecord> record) {}
