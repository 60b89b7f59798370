/**
 * Serves the first view of the page: all clusters with their recent past, and the work of this
 * process. Start at {@link dev.tenure.admin.overview.OverviewController}. Must stay true: it
 * answers from what was sampled, so that any number of open pages costs the clusters nothing.
 */
@NullMarked
package dev.tenure.admin.overview;

import org.jspecify.annotations.NullMarked;
