/**
 * The evaluation of the paper (QuiCK, SIGMOD'21, section 8), repeated on the modelled cluster of
 * {@link dev.tenure.bench.fleet}. Start at {@link dev.tenure.bench.paper.PaperBench}; each figure
 * is one class, and all use {@code PaperFixture}. Times here are virtual unless called real.
 */
@NullMarked
package dev.tenure.bench.paper;

import org.jspecify.annotations.NullMarked;
