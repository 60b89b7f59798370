/**
 * The last step of {@code ./tenure api}. japicmp compares the public types of a release with those
 * of this source tree. {@link dev.tenure.campaigns.api.ApiCommand} reads its report, compares the
 * removed names with the table of old and new names, and fails when one is missing there.
 */
@NullMarked
package dev.tenure.campaigns.api;

import org.jspecify.annotations.NullMarked;
