/**
 * {@code ./tenure directory}: finds, suspends, resumes and deletes tenants of a directory, and
 * audits it, from a shell. {@code ./tenure move}: moves tenants between clusters.
 *
 * <p>Start at {@link dev.tenure.examples.directory.DirectoryCommand}. The commands know nothing but
 * the REST interface of an admin server.
 */
@NullMarked
package dev.tenure.examples.directory;

import org.jspecify.annotations.NullMarked;
