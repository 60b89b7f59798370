/** Tests of what the command lines have in common. */
@NullMarked
package dev.tenure.examples.commandline;

import org.jspecify.annotations.NullMarked;
