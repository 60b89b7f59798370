/** How the test kit's commands read their {@link dev.tenure.testkit.commandline.Flags}. */
@NullMarked
package dev.tenure.testkit.commandline;

import org.jspecify.annotations.NullMarked;
