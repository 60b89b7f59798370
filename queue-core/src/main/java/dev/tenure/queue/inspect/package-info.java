/**
 * Views for operators: clusters, tenants, zones, items. Start at {@link
 * dev.tenure.queue.inspect.ClusterInspector}. Must stay true: a view reads by snapshot, reads no
 * more rows than its limit says, and writes nothing. Must not know threads; nothing in {@code
 * cluster} knows this package.
 */
@NullMarked
package dev.tenure.queue.inspect;

import org.jspecify.annotations.NullMarked;
