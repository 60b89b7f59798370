/**
 * The beans of an application that has Tenure on its class path. Start at {@link
 * dev.tenure.spring.autoconfigure.TenureAutoConfiguration}. The package wires the others. Of these,
 * {@code annotation} and {@code payload} know it, since their auto-configurations come before its
 * own.
 */
@NullMarked
package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
