/**
 * The admin server: REST below {@code /api/v1}, a web page at {@code /}, the actuator. Start at
 * {@link dev.tenure.admin.AdminApplication} for a separate process and at {@link
 * dev.tenure.admin.AdminServer} for a server inside another program. {@code guard} refuses requests
 * from other sites, {@code load} bounds what clients may hold, {@code rest} answers, {@code
 * problem} has all errors, {@code overview} feeds the page's live charts, and {@code mount} puts
 * page and REST below a path of an application. The page itself lies in the resource folder {@code
 * page}, one script for each view. Must stay true: no thread of the web server waits for a cluster,
 * and no request is answered with a stack trace, whatever it contains. Must not know how records
 * are stored.
 */
@NullMarked
package dev.tenure.admin;

import org.jspecify.annotations.NullMarked;
