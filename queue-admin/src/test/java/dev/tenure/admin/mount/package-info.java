/** Tests of the page inside applications. */
@NullMarked
package dev.tenure.admin.mount;

import org.jspecify.annotations.NullMarked;
