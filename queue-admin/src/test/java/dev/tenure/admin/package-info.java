/** Tests of the admin server, over its own port and clusters in memory. */
@NullMarked
package dev.tenure.admin;

import org.jspecify.annotations.NullMarked;
