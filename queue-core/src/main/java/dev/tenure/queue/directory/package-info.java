/**
 * The tenant directory: which cluster a tenant lies on, its state, and its alternate keys, which
 * are unique over all clusters. Start at {@link dev.tenure.queue.directory.TenantDirectory};
 * docs/tenants.md is the page, with the steps of each operation and what a crash leaves.
 *
 * <pre>
 *   TenantDirectory   Creation, Deletion, StateChange   one operation each, step by step
 *                     Routes                            where a transaction goes; bounded memory
 *                     Adoption                          NONE → FILLING → ACTIVE
 *                     DirectoryAudit, DirectoryRepairs  directory against clusters and index
 *                     AlternateKinds, KeyViolations     kinds of keys in use, keys of several owners
 *   below all         Entries                           entries on the global index, and its errors
 * </pre>
 *
 * <p>Must stay true: an entry is removed only after its store is gone; every step can be repeated;
 * no step is decided by what a process remembers. Must not know how shards are stored, nor what
 * lies in a tenant's store.
 */
@NullMarked
package dev.tenure.queue.directory;

import org.jspecify.annotations.NullMarked;
