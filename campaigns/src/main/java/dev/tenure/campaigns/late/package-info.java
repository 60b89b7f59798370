/**
 * The last step of {@code ./tenure late}: runs the tests of a module on a database that answers
 * late, once a seed, all seeds in one process. Start at {@link
 * dev.tenure.campaigns.late.LateCommand}.
 */
@NullMarked
package dev.tenure.campaigns.late;

import org.jspecify.annotations.NullMarked;
