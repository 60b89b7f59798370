/**
 * An index type that an application defines: points on the earth, found by boxes.
 *
 * <p>Start at {@link dev.tenure.examples.geohash.GeohashIndexType}; docs/index-types.md goes
 * through it step by step. The record layer knows nothing of this package.
 */
@NullMarked
package dev.tenure.examples.geohash;

import org.jspecify.annotations.NullMarked;
