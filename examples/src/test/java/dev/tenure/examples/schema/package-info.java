/** Tests of {@code ./tenure schema} against a real admin server. */
@NullMarked
package dev.tenure.examples.schema;

import org.jspecify.annotations.NullMarked;
