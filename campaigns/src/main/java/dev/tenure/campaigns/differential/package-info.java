/**
 * Random transaction programs, run step by step on two databases that must do the same: one engine
 * on two storages, or the engine and a FoundationDB cluster. Start at {@link
 * dev.tenure.campaigns.differential.Comparison}; {@link
 * dev.tenure.campaigns.differential.CompareCommand} runs many seeds.
 *
 * <p>A program is a list of {@code Step}s, each of which names what it needs, so that any part of a
 * program is one: a {@code Shrinker} cuts a failing program down by leaving steps out. What a step
 * gave is a line of text; versions and versionstamps, which differ between databases, are replaced
 * by the names of the commits they belong to. Knows nothing of what the right answer is.
 */
@NullMarked
package dev.tenure.campaigns.differential;

import org.jspecify.annotations.NullMarked;
