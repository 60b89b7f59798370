/**
 * What queries cost: the planning of one by gets, the rows of one by range reads of the same rows.
 * Start at {@link dev.tenure.bench.queries.QueriesBench}.
 */
@NullMarked
package dev.tenure.bench.queries;

import org.jspecify.annotations.NullMarked;
