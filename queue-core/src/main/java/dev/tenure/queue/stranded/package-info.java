/**
 * Finds items whose holder died while its clock was ahead: their leases have ended by version, and
 * end by time so late that no peek finds them (docs/queue-protocol.md, "Clocks").
 */
@NullMarked
package dev.tenure.queue.stranded;

import org.jspecify.annotations.NullMarked;
