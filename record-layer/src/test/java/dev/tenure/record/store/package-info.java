/** Tests of store. */
@NullMarked
package dev.tenure.record.store;

import org.jspecify.annotations.NullMarked;
