/** A store of another kind below the global index: what docs/global-index.md shows. */
@NullMarked
package dev.tenure.examples.globalindex;

import org.jspecify.annotations.NullMarked;
