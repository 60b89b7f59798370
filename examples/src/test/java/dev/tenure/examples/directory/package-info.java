/** Tests of {@code ./tenure directory} against a real admin server. */
@NullMarked
package dev.tenure.examples.directory;

import org.jspecify.annotations.NullMarked;
