/** Tests of geohash. */
@NullMarked
package dev.tenure.examples.geohash;

import org.jspecify.annotations.NullMarked;
