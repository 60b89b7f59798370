/**
 * The behaviours that every engine must show. The suite is {@link dev.tenure.testkit.contract.TransactionContract}: a test class extends it and returns a {@link com.apple.foundationdb.Database}. The suite is made of interfaces, one for each family of behaviours.
 *
 * <p>The suite uses FoundationDB's interfaces alone, so that it runs on an engine in memory and on a cluster. Every key lies below one prefix, whose rows are cleared before and after each test.
 */
@NullMarked
package dev.tenure.testkit.contract;

import org.jspecify.annotations.NullMarked;
