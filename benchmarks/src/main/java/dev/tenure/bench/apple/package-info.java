/**
 * Apple's FoundationDB Record Layer on the engine in memory, as a peer. Its classes and those that
 * it needs, among them an old protobuf, are kept apart by a class loader. Start at {@link
 * dev.tenure.bench.apple.ApplePeer}. Must stay true: only {@link
 * dev.tenure.bench.apple.AppleScores} names classes of Apple's, and nothing else names it.
 */
@NullMarked
package dev.tenure.bench.apple;

import org.jspecify.annotations.NullMarked;
