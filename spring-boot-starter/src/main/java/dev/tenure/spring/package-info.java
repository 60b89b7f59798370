/**
 * The types that an application names: {@link dev.tenure.spring.TenureTemplate} for producers,
 * {@link dev.tenure.spring.HandlerRegistration} for consumers, the properties, and the runtime that
 * all beans share. The packages below do the work and know this one; {@code autoconfigure} wires
 * them. Must stay true: the error of a wrong property is one sentence that names the property, its
 * value and the limit; class {@code FDB} is used for {@code fdb:} URLs only. Must not know the web
 * page.
 */
@NullMarked
package dev.tenure.spring;

import org.jspecify.annotations.NullMarked;
