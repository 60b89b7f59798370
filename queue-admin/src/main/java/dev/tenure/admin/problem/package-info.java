/**
 * Errors as problem details (RFC 9457). Start at {@link dev.tenure.admin.problem.ProblemKind}, the
 * list of all. Must stay true: every error answer of the server is a problem detail, also an answer
 * that the web server gives before Spring sees the request.
 */
@NullMarked
package dev.tenure.admin.problem;

import org.jspecify.annotations.NullMarked;
