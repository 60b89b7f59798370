/** Tests of shards in PostgreSQL, on a server of the test's own. */
@NullMarked
package dev.tenure.postgresql;

import org.jspecify.annotations.NullMarked;
