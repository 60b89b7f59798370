/** Tests of stores, indexes and the runner, on the in-process engine. */
@NullMarked
package dev.tenure.record;

import org.jspecify.annotations.NullMarked;
