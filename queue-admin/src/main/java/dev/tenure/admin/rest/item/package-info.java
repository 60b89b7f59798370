/**
 * One item as JSON: its details, payload and stack trace, and the reasons why it does not run.
 * Start at {@link dev.tenure.admin.rest.item.ItemDetailsBody}. Must not know: requests, and the
 * paths of the interface.
 */
@NullMarked
package dev.tenure.admin.rest.item;

import org.jspecify.annotations.NullMarked;
