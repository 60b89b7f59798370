/**
 * The beans of an application that has Tenure on its class path. Begin at {@link
 * dev.tenure.spring.autoconfigure.TenureAutoConfiguration}. The package wires all others, and no
 * other package knows it.
 */
@NullMarked
package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
