/** Tests of keys that are added and dropped while clients of old and new code write. */
@NullMarked
package dev.tenure.record.global.keys;

import org.jspecify.annotations.NullMarked;
