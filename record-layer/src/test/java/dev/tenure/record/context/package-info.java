/** Tests of contexts: options, commit, what follows a commit. */
@NullMarked
package dev.tenure.record.context;

import org.jspecify.annotations.NullMarked;
