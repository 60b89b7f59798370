/**
 * The simulated application: the kinds of work that its items ask for, and the transactions that
 * place orders and apply effects. Start at {@link
 * dev.tenure.campaigns.simulation.application.Application}.
 */
@NullMarked
package dev.tenure.campaigns.simulation.application;

import org.jspecify.annotations.NullMarked;
