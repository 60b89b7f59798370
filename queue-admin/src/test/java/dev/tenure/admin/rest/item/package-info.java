/** Tests of an item's JSON. */
@NullMarked
package dev.tenure.admin.rest.item;

import org.jspecify.annotations.NullMarked;
