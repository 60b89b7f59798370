/**
 * The class scheduling tutorial's program: FoundationDB's tutorial on Tenure, with a wait list and
 * mails. Start at {@link dev.tenure.examples.classscheduling.ClassSchedulingCommand} for the
 * sequence, at {@link dev.tenure.examples.classscheduling.Enrolment} for the transactions.
 *
 * <p>What must stay true under concurrency and after failures:
 *
 * <ul>
 *   <li>The seats of a class are its seats left, its attendances, and its items in the zone {@code
 *       seats}; together always the seats it began with.
 *   <li>While a student waits for a class, the class has no seats left.
 *   <li>A student attends at most five classes.
 *   <li>The mails of a student are numbered without gaps, and sent in that order.
 * </ul>
 *
 * <p>A test compares the program's output, and the code in the tutorial, with the tutorial.
 */
@NullMarked
package dev.tenure.examples.classscheduling;

import org.jspecify.annotations.NullMarked;
