/**
 * How conditions on texts are answered by indexes that keep no positions. A condition that an index
 * answers as it is needs nothing from here: {@link dev.tenure.record.plan.match.AccessPaths} finds
 * its scan.
 */
@NullMarked
package dev.tenure.record.plan.text;

import org.jspecify.annotations.NullMarked;
