/** The rows of stored schemas and of their roll-outs. */
@NullMarked
package dev.tenure.queue.schema;

import org.jspecify.annotations.NullMarked;
