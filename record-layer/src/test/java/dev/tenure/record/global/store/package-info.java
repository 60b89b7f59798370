/**
 * Tests of shards in record stores: what they answer, and what they tell of a database's errors.
 */
@NullMarked
package dev.tenure.record.global.store;

import org.jspecify.annotations.NullMarked;
