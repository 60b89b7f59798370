package dev.tenure.spring.test.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application; found by slices and by {@code @SpringBootTest}. */
@SpringBootApplication(proxyBeanMethods = false)
public class ShopApplication {}
