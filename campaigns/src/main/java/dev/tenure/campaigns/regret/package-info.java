/**
 * The report of regret: what the planner's plans read beside what other plans of its memo read.
 * Start at {@link dev.tenure.campaigns.regret.RegretCommand}.
 */
@NullMarked
package dev.tenure.campaigns.regret;

import org.jspecify.annotations.NullMarked;
