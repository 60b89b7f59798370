/**
 * Knows the names of all properties below {@code tenure.}, and refuses other names below it. Start
 * at {@link dev.tenure.spring.properties.UnknownPropertiesCheck}.
 */
@NullMarked
package dev.tenure.spring.properties;

import org.jspecify.annotations.NullMarked;
