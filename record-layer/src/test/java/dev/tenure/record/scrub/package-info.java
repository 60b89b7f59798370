/** Tests of the scrubber: damage that is planted is found, once, and nothing else. */
@NullMarked
package dev.tenure.record.scrub;

import org.jspecify.annotations.NullMarked;
