/**
 * Payloads by their Java type, for producers and handlers alike: {@link
 * dev.tenure.spring.payload.PayloadTypes} chooses the codec, and {@link
 * dev.tenure.spring.payload.PayloadAutoConfiguration} gives it the application's JSON mapper and
 * {@code WorkType} beans. Must stay true: a producer and a handler that name one type and one Java
 * type use one codec. Must not know handlers.
 */
@NullMarked
package dev.tenure.spring.payload;

import org.jspecify.annotations.NullMarked;
