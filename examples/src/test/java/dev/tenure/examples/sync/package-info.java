/** Tests of sync. */
@NullMarked
package dev.tenure.examples.sync;

import org.jspecify.annotations.NullMarked;
