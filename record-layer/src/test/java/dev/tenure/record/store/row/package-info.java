/** Tests of keys and rows of stores. */
@NullMarked
package dev.tenure.record.store.row;

import org.jspecify.annotations.NullMarked;
