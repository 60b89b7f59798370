/**
 * The embedded engine as FoundationDB's Java API sees it. Start at {@link
 * dev.tenure.embedded.EmbeddedDatabase}: it opens an engine, in memory or on a directory, and is a
 * {@link com.apple.foundationdb.Database}. {@link dev.tenure.embedded.EmbeddedEnvironment} holds
 * its clock, threads and randomness, and is the only place that creates real ones.
 *
 * <p>What must stay true: nothing here touches the class {@code FDB} or anything else of the Java
 * binding that loads the native client.
 */
@NullMarked
package dev.tenure.embedded;

import org.jspecify.annotations.NullMarked;
