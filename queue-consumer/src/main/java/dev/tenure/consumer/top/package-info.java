/**
 * Finds the tenants with most work in memory of fixed size. Start at {@link
 * dev.tenure.consumer.top.TopTenants}. Must stay true: the memory does not grow with the number of
 * tenants. Must not know consumers.
 */
@NullMarked
package dev.tenure.consumer.top;

import org.jspecify.annotations.NullMarked;
