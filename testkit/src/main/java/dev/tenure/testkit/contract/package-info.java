/**
 * What every engine must do. {@link dev.tenure.testkit.contract.TransactionContract} is the suite:
 * a test class extends it and says how to get a {@link com.apple.foundationdb.Database}. Each of
 * the interfaces it is made of holds one family of behaviours.
 *
 * <p>Only FoundationDB's interfaces are used, so the same suite runs on an engine in memory and on
 * a cluster; every key lies below one prefix, which is cleared before and after each test.
 */
@NullMarked
package dev.tenure.testkit.contract;

import org.jspecify.annotations.NullMarked;
