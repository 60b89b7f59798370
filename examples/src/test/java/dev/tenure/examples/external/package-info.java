/** Zones in external stores, as an operator sees them over REST. */
@NullMarked
package dev.tenure.examples.external;

import org.jspecify.annotations.NullMarked;
