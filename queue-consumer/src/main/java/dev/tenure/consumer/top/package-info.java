/**
 * Who has most, of any number of them, in little memory. Start at {@link
 * dev.tenure.consumer.top.TopTenants}. Must stay true: what is kept does not grow with the number
 * of tenants. Must not know consumers.
 */
@NullMarked
package dev.tenure.consumer.top;

import org.jspecify.annotations.NullMarked;
