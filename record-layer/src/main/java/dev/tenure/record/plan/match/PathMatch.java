package dev.tenure.record.plan.match;

import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * An access path, and of which conditions it gives exactly the records.
 *
 * @param path what is read
 * @param conditions what is true of all records that come, and of no others of these types
 * @param used those of the query that need not be tested any more
 */
public record PathMatch(
    AccessPath path, List<QueryPredicate> conditions, List<QueryPredicate> used) {}
