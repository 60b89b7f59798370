/** Tests of metadata. */
@NullMarked
package dev.tenure.record.metadata;

import org.jspecify.annotations.NullMarked;
