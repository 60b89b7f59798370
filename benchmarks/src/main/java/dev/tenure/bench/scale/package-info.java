/**
 * Measures whether costs stay the same with many tenants, many items and many consumers. Start at
 * {@link dev.tenure.bench.scale.ScaleBench}; each question is one class.
 */
@NullMarked
package dev.tenure.bench.scale;

import org.jspecify.annotations.NullMarked;
