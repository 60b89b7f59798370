/** Tests of feed. */
@NullMarked
package dev.tenure.record.feed;

import org.jspecify.annotations.NullMarked;
