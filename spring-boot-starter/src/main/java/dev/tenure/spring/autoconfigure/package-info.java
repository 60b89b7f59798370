/**
 * The beans of an application that has Tenure on its class path. Start at {@link
 * dev.tenure.spring.autoconfigure.TenureAutoConfiguration}. This package wires the other packages.
 * Two of them, {@code annotation} and {@code payload}, refer to this package, because their
 * auto-configurations are ordered before the one here.
 */
@NullMarked
package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
