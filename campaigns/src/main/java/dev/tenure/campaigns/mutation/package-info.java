/**
 * What {@code ./tenure mutate} says at its end. PIT changes one instruction of the code at a time,
 * a mutation, and runs the tests; a mutation that no test notices is a survivor. {@link
 * dev.tenure.campaigns.mutation.MutationCommand} reads PIT's reports, compares the survivors with
 * the list of those that are explained, and fails when one is not.
 */
@NullMarked
package dev.tenure.campaigns.mutation;

import org.jspecify.annotations.NullMarked;
