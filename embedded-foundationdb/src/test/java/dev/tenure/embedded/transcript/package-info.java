/**
 * Replays recordings of a real cluster on the engine. Start at {@link
 * dev.tenure.embedded.transcript.TranscriptTest}.
 */
@NullMarked
package dev.tenure.embedded.transcript;

import org.jspecify.annotations.NullMarked;
