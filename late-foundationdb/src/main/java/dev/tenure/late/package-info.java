/**
 * A {@link com.apple.foundationdb.Database} that delays, reorders or withholds the answers of the
 * database below it, as a seed decides. Start at {@link dev.tenure.late.LateDatabase}; {@link
 * dev.tenure.late.LateOptions} sets the delays.
 *
 * <p>Inside, each class {@code Late…} implements an interface of fdb-java. {@code AnswerDelivery}
 * takes every future of the database below to its delivery. {@code UnderWay} holds the answers for
 * which one transaction waits, and ends them.
 *
 * <p>What must stay true: a FoundationDB cluster can show every order of answers that this package
 * shows. The package knows no engine and does not load the native client.
 */
@NullMarked
package dev.tenure.late;

import org.jspecify.annotations.NullMarked;
