/**
 * The admin server: REST below {@code /api/v1}, a web page at {@code /}, the actuator. Start at
 * {@link dev.tenure.admin.AdminApplication} for a separate process and at {@link
 * dev.tenure.admin.AdminServer} for a server inside another program. {@code guard} decides who may
 * ask, {@code rest} answers, {@code problem} tells what went wrong, {@code overview} feeds the
 * page's live charts. Must stay true: nothing waits for a cluster on a thread of the web server,
 * and whatever a request holds is answered without a stack trace. Must not know how records are
 * stored.
 */
@NullMarked
package dev.tenure.admin;

import org.jspecify.annotations.NullMarked;
