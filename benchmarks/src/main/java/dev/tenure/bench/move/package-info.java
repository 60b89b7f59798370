/**
 * Moves a tenant between two modelled clusters under virtual time, and measures for how long it is
 * refused. Start at {@link dev.tenure.bench.move.MoveBench}.
 */
@NullMarked
package dev.tenure.bench.move;

import org.jspecify.annotations.NullMarked;
