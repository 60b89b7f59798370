/**
 * A {@link com.apple.foundationdb.Database} that delays, reorders or withholds the answers of the
 * database below it, by a seed. Start at {@link dev.tenure.late.LateDatabase}; {@link
 * dev.tenure.late.LateOptions} says how late answers come.
 *
 * <p>Inside: {@code Late…} classes wrap what fdb-java has an interface for; {@code AnswerDelivery}
 * takes every future of the database below to its delivery; {@code UnderWay} knows what one
 * transaction waits for and ends it.
 *
 * <p>What must stay true: every order of answers that a program sees here, a FoundationDB cluster
 * may show it too. Nothing here knows an engine or loads the native client.
 */
@NullMarked
package dev.tenure.late;

import org.jspecify.annotations.NullMarked;
