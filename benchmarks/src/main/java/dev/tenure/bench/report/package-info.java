/**
 * Formats results: a {@link dev.tenure.bench.report.Figure} is one line with its target, a {@link
 * dev.tenure.bench.report.Table} is rows as text, CSV and JSON. Knows no command and no system that
 * is measured.
 */
@NullMarked
package dev.tenure.bench.report;

import org.jspecify.annotations.NullMarked;
