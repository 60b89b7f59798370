/** Tests of class scheduling: its tutorial, and its rules under faults. */
@NullMarked
package dev.tenure.examples.classscheduling;

import org.jspecify.annotations.NullMarked;
