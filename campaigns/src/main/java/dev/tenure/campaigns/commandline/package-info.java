/**
 * The command lines of this module. Start at {@link dev.tenure.campaigns.commandline.Flags}.
 */
@NullMarked
package dev.tenure.campaigns.commandline;

import org.jspecify.annotations.NullMarked;
