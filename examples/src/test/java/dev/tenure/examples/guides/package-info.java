/** The programs of the guides: producers, handlers, operating a backlog, testing handlers. */
@NullMarked
package dev.tenure.examples.guides;

import org.jspecify.annotations.NullMarked;
