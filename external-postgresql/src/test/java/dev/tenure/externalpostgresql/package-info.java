@NullMarked
package dev.tenure.externalpostgresql;

import org.jspecify.annotations.NullMarked;
