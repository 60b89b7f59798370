/**
 * Checks of options that several commands have, made before anything is measured: {@link
 * dev.tenure.bench.commandline.Choice} for {@code --only} and {@code --seconds}, {@link
 * dev.tenure.bench.commandline.OutputPlace} for files and directories that are written. Knows no
 * command.
 */
@NullMarked
package dev.tenure.bench.commandline;

import org.jspecify.annotations.NullMarked;
