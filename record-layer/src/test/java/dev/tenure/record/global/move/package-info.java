/** Tests of shards that are split and merged while clients read and write. */
@NullMarked
package dev.tenure.record.global.move;

import org.jspecify.annotations.NullMarked;
