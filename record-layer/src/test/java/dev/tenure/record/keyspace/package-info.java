/** Tests of interned names, on the in-process engine. */
@NullMarked
package dev.tenure.record.keyspace;

import org.jspecify.annotations.NullMarked;
