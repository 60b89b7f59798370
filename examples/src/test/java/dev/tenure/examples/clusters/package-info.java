/** Tests of {@code ./tenure clusters}. */
@NullMarked
package dev.tenure.examples.clusters;

import org.jspecify.annotations.NullMarked;
