/**
 * Opens the directory of an engine. Only one process at a time may open it, its format must be
 * known, and no file may be damaged or foreign; otherwise opening fails with a clear error and
 * changes nothing. Start at {@link dev.tenure.embedded.recovery.EngineDirectory}. What must stay
 * true: no failure leads to an empty database. Knows files and storage; does not know transactions.
 */
@NullMarked
package dev.tenure.embedded.recovery;

import org.jspecify.annotations.NullMarked;
