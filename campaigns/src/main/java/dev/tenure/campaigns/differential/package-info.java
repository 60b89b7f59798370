/**
 * Random transaction programs, run step by step on two databases that must do the same: one engine
 * on two storages, or the engine and a FoundationDB cluster. Start at {@link
 * dev.tenure.campaigns.differential.ProgramComparison}; {@link
 * dev.tenure.campaigns.differential.CompareCommand} runs many seeds.
 *
 * <p>A program is a list of steps ({@code ProgramStep}). A step names all that it needs, so that
 * any part of a program is a program: a {@code Shrinker} cuts a failing program down by leaving
 * steps out. The outcome of a step is a line of text. Versions and versionstamps differ between
 * databases; the text has the names of the commits that they belong to instead. Nothing here knows
 * the right outcome.
 */
@NullMarked
package dev.tenure.campaigns.differential;

import org.jspecify.annotations.NullMarked;
