package dev.tenure.record.plan;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.plan.node.QueryRecord;
import java.util.Optional;

/**
 * A row of a query's answer.
 *
 * @param primaryKey of the record, without the record type key
 * @param values the wanted columns, in their order; empty when whole records are wanted
 * @param record the record; empty when columns are wanted
 */
public record QueryRow(Tuple primaryKey, Tuple values, Optional<QueryRecord> record) {}
