/**
 * The page and its REST interface below a path of an application's own web server. Start at {@link
 * dev.tenure.admin.mount.AdminMountAutoConfiguration}. Must stay true: a request reaches the page
 * through the filters of the application alone, and neither the page nor the application sees the
 * other's controllers, advices, JSON settings and handler mappings.
 */
@NullMarked
package dev.tenure.admin.mount;

import org.jspecify.annotations.NullMarked;
