/** Tests of the tenant directory over several embedded clusters. */
@NullMarked
package dev.tenure.queue.directory;

import org.jspecify.annotations.NullMarked;
