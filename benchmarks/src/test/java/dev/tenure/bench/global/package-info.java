/** Tests of the Uniqorn paper's figures, under virtual time. */
@NullMarked
package dev.tenure.bench.global;

import org.jspecify.annotations.NullMarked;
