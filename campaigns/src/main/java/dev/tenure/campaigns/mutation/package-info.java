/**
 * The last step of {@code ./tenure mutate}. PIT changes one instruction of the code at a time, a mutation, and runs the tests; a mutation that no test notices is a survivor. {@link dev.tenure.campaigns.mutation.MutationCommand} reads the reports of PIT, compares the survivors with the list of explained ones, and fails when one is missing there.
 */
@NullMarked
package dev.tenure.campaigns.mutation;

import org.jspecify.annotations.NullMarked;
