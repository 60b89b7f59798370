/**
 * Decides whether a request is answered at all. Start at {@link
 * dev.tenure.admin.guard.RequestGuard}. Must stay true: a page of another site can neither read
 * (the host name must be ours, so that a name that was pointed at this machine is refused) nor
 * change anything (changes need a header that another site cannot send).
 */
@NullMarked
package dev.tenure.admin.guard;

import org.jspecify.annotations.NullMarked;
