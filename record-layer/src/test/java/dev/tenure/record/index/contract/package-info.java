/**
 * What every index type must do, checked of each with the same operations: the index equals brute
 * force over the records. Start at {@link dev.tenure.record.index.contract.IndexContractTest}; a
 * new type needs a line in {@link dev.tenure.record.index.contract.IndexCases}.
 */
@NullMarked
package dev.tenure.record.index.contract;

import org.jspecify.annotations.NullMarked;
