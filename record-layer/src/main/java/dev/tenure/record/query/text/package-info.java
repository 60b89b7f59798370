/**
 * Parses and prints conditions and orders as text, for command lines and REST, in the filter
 * language of AIP-160.
 *
 * <p>Start at {@link dev.tenure.record.query.text.FilterText} and {@link
 * dev.tenure.record.query.text.OrderText}; docs/filters.md has the grammar. What must stay true: a
 * printed condition is parsed to an equal one; time and depth are bounded for any text; a text that
 * cannot be parsed gives {@link dev.tenure.record.query.text.QueryTextException} and no other
 * exception. This package knows neither stores nor plans.
 */
@NullMarked
package dev.tenure.record.query.text;

import org.jspecify.annotations.NullMarked;
