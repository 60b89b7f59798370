/** Tests of the command that runs other modules' tests with late answers. */
@NullMarked
package dev.tenure.campaigns.late;

import org.jspecify.annotations.NullMarked;
