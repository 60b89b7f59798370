/**
 * For stores of external zones: {@link dev.tenure.testkit.external.ExternalStoreContract}, which
 * every implementation should pass, and {@link dev.tenure.testkit.external.MemoryExternalStore},
 * for tests and simulations.
 */
@NullMarked
package dev.tenure.testkit.external;

import org.jspecify.annotations.NullMarked;
