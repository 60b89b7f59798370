/** Tests of build. */
@NullMarked
package dev.tenure.record.build;

import org.jspecify.annotations.NullMarked;
