/** Programs of this module that run in JVMs of their own, so that they can be killed. */
@NullMarked
package dev.tenure.campaigns.process;

import org.jspecify.annotations.NullMarked;
