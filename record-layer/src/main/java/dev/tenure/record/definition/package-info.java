/**
 * Definitions of record types and indexes, and how builders collect them.
 *
 * <p>Start at {@link dev.tenure.record.definition.RecordType} and {@link
 * dev.tenure.record.definition.Index}. {@link dev.tenure.record.definition.DefinitionDraft}
 * collects definitions, assigns their keys and checks them against one another.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>Definitions are immutable.
 *   <li>Two record types never have the same type key.
 *   <li>Two indexes, including former ones, never have the same subspace key.
 *   <li>This package knows index types only by name, and nothing of how an index is maintained.
 * </ul>
 */
@NullMarked
package dev.tenure.record.definition;

import org.jspecify.annotations.NullMarked;
