/**
 * Conditions and orders as text, for command lines and REST: the filter language of AIP-160.
 *
 * <p>Start at {@link dev.tenure.record.query.text.FilterText} and {@link
 * dev.tenure.record.query.text.OrderText}; docs/filters.md has the grammar. What must stay true: a
 * condition that is printed is parsed to an equal one, time and depth are bounded for any text, and
 * {@link dev.tenure.record.query.text.QueryTextException} is the only exception for a text. This
 * package knows neither stores nor plans.
 */
@NullMarked
package dev.tenure.record.query.text;

import org.jspecify.annotations.NullMarked;
