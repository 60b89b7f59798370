/** Tests of the PostgreSQL server for tests. */
@NullMarked
package dev.tenure.embeddedpostgresql;

import org.jspecify.annotations.NullMarked;
