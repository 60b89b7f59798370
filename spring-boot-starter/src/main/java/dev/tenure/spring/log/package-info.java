/**
 * The log of the application, for code that logs by {@link System.Logger}: start at {@link
 * dev.tenure.spring.log.ApplicationLog}. Must stay true: its lines appear until the process has
 * ended. Must not know the rest of the starter.
 */
@NullMarked
package dev.tenure.spring.log;

import org.jspecify.annotations.NullMarked;
