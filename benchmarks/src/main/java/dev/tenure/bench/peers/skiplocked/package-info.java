/** The plain table that many start with: rows taken with {@code FOR UPDATE SKIP LOCKED}. */
@NullMarked
package dev.tenure.bench.peers.skiplocked;

import org.jspecify.annotations.NullMarked;
