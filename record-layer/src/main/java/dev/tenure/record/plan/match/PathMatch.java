package dev.tenure.record.plan.match;

import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * An access path, with the conditions for which it returns exactly the matching records.
 *
 * @param path the access path
 * @param conditions the conditions that are true for all records that the path returns, and for no
 *     other record of these types
 * @param used the conditions of the query that need not be tested any more
 */
public record PathMatch(
    AccessPath path, List<QueryPredicate> conditions, List<QueryPredicate> used) {}
