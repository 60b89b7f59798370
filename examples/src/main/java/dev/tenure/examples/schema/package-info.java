/**
 * {@code ./tenure schema}: publishes schemas of applications, creates and drops their indexes, and
 * steers the roll-outs, from a shell.
 *
 * <p>Start at {@link dev.tenure.examples.schema.SchemaCommand}. All commands but the one that makes
 * tenants for a try know nothing but the REST interface of an admin server.
 */
@NullMarked
package dev.tenure.examples.schema;

import org.jspecify.annotations.NullMarked;
