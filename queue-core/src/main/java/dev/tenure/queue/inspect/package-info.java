/**
 * What operators see: bounded, read-only views by snapshot. Start at {@link
 * dev.tenure.queue.inspect.ClusterInspector}. Must stay true: no view reads more than its limit
 * says, and none changes anything.
 */
@NullMarked
package dev.tenure.queue.inspect;

import org.jspecify.annotations.NullMarked;
