/**
 * The names of all properties below {@code tenure.}, and the refusal of names that are none of
 * them. Begin at {@link dev.tenure.spring.properties.UnknownPropertiesCheck}.
 */
@NullMarked
package dev.tenure.spring.properties;

import org.jspecify.annotations.NullMarked;
