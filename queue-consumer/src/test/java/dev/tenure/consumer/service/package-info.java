@NullMarked
package dev.tenure.consumer.service;

import org.jspecify.annotations.NullMarked;
