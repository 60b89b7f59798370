/** The files of docs/minimal-fleet.md: against the application, and as a process that starts. */
@NullMarked
package dev.tenure.examples.fleet;

import org.jspecify.annotations.NullMarked;
