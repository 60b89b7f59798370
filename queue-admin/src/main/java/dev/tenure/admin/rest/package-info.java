/**
 * The resources below {@code /api/v1}: clusters, tenants, zones, items. Each controller checks what
 * it was asked with, asks the deployment, and answers when that does. Start at {@link
 * dev.tenure.admin.rest.Api}. Must stay true: no method waits; what a request names is checked
 * before a cluster is asked; {@code openapi.json} lists every mapping.
 */
@NullMarked
package dev.tenure.admin.rest;

import org.jspecify.annotations.NullMarked;
