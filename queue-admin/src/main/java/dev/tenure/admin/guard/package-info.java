/**
 * Decides whether a request is answered at all. Start at {@link
 * dev.tenure.admin.guard.RequestGuard}. Must stay true: a page of another site can neither read nor
 * change anything. It cannot read, since the host name of a request must be one of this server's,
 * also when another name resolves to this machine. It cannot change anything, since changes need a
 * header that it cannot send.
 */
@NullMarked
package dev.tenure.admin.guard;

import org.jspecify.annotations.NullMarked;
