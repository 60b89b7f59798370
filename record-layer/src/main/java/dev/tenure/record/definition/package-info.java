/**
 * Definitions of record types and indexes, and how builders collect them.
 *
 * <p>Start at {@link dev.tenure.record.definition.RecordType} and {@link
 * dev.tenure.record.definition.Index}. {@link dev.tenure.record.definition.DefinitionDraft}
 * collects definitions, gives each a key and checks them against one another. What must stay true:
 * definitions are immutable; two record types never have one type key; two indexes, former ones
 * included, never have one subspace key. This package knows index types by name only, and nothing
 * of how an index is kept.
 */
@NullMarked
package dev.tenure.record.definition;

import org.jspecify.annotations.NullMarked;
