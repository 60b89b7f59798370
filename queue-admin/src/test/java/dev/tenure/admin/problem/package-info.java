/** Tests of what errors of the queue become for a client. */
@NullMarked
package dev.tenure.admin.problem;

import org.jspecify.annotations.NullMarked;
