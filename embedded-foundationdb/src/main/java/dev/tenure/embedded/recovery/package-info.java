/**
 * Opening a directory that an engine lives in: one process at a time, a known format, and nothing
 * damaged or foreign, or else a clear error and no change. Start at {@link
 * dev.tenure.embedded.recovery.EngineDirectory}. What must stay true: no failure leads to an empty
 * database. Knows files and storage; does not know transactions.
 */
@NullMarked
package dev.tenure.embedded.recovery;

import org.jspecify.annotations.NullMarked;
