/** How the commands of this module read their {@link dev.tenure.campaigns.commandline.Flags}. */
@NullMarked
package dev.tenure.campaigns.commandline;

import org.jspecify.annotations.NullMarked;
