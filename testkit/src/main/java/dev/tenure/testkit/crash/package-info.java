/**
 * Crashes: of a storage in memory that loses what it had not synced ({@link
 * dev.tenure.testkit.crash.CrashableStorage}).
 */
@NullMarked
package dev.tenure.testkit.crash;

import org.jspecify.annotations.NullMarked;
