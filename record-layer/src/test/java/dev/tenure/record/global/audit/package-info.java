/** Tests of the audit: each state by example, and beside writers in any interleaving. */
@NullMarked
package dev.tenure.record.global.audit;

import org.jspecify.annotations.NullMarked;
