/** The suite for shards of a global index: on stores that are right, and on stores that are not. */
@NullMarked
package dev.tenure.testkit.globalindex;

import org.jspecify.annotations.NullMarked;
