/** The programs of the guides docs/producers.md, docs/handlers.md, docs/operating-a-backlog.md. */
@NullMarked
package dev.tenure.examples.guides;

import org.jspecify.annotations.NullMarked;
