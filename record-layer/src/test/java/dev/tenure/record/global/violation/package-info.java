/** Tests of repairs and of decisions about violated keys. */
@NullMarked
package dev.tenure.record.global.violation;

import org.jspecify.annotations.NullMarked;
