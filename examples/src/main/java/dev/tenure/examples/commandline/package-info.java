/**
 * What the command lines of several programs have in common. Start at {@link
 * dev.tenure.examples.commandline.DurationConverter}. Must stay true: what a user can cause is one
 * sentence that names the option and its value.
 */
@NullMarked
package dev.tenure.examples.commandline;

import org.jspecify.annotations.NullMarked;
