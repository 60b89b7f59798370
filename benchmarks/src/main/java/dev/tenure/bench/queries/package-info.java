/**
 * Measures the cost of queries: planning in gets, and rows compared with range reads of the same
 * rows. Start at {@link dev.tenure.bench.queries.QueriesBench}.
 */
@NullMarked
package dev.tenure.bench.queries;

import org.jspecify.annotations.NullMarked;
