/**
 * Shakes a real cluster under a fleet: start at {@link dev.tenure.campaigns.shake.ShakeCampaign},
 * docs/testing.md ("A real cluster, shaken") has the design. {@link
 * dev.tenure.campaigns.shake.ShakeCommand} is the command, {@link
 * dev.tenure.campaigns.shake.ShakenProcess} the process of one consumer.
 */
@NullMarked
package dev.tenure.campaigns.shake;

import org.jspecify.annotations.NullMarked;
