/** Tests of the client of the global index, on shards in memory. */
@NullMarked
package dev.tenure.record.global.client;

import org.jspecify.annotations.NullMarked;
