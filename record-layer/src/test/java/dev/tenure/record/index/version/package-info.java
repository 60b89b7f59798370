/** Tests of index.version. */
@NullMarked
package dev.tenure.record.index.version;

import org.jspecify.annotations.NullMarked;
