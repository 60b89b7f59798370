/** Tests of filters and orders as text. */
@NullMarked
package dev.tenure.record.query.text;

import org.jspecify.annotations.NullMarked;
