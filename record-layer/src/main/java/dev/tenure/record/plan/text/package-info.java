/**
 * Text conditions for indexes that keep no positions. A condition that an index answers directly
 * does not need this package: {@link dev.tenure.record.plan.match.AccessPaths} finds its scan.
 */
@NullMarked
package dev.tenure.record.plan.text;

import org.jspecify.annotations.NullMarked;
