/**
 * An index type of an application's own: points on the earth, found by boxes.
 *
 * <p>Start at {@link dev.tenure.examples.geohash.GeohashIndexType}; docs/index-types.md goes
 * through it step by step. Nothing here is known to the record layer.
 */
@NullMarked
package dev.tenure.examples.geohash;

import org.jspecify.annotations.NullMarked;
