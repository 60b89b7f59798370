package dev.tenure.admin.rest;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of this interface, for programs that make clients from it. */
@RestController
@RequestMapping(Api.ROOT)
final class OpenApiController {
  private final Resource document = new ClassPathResource("/dev/tenure/admin/openapi.json");

  @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  Resource document() {
    return document;
  }
}
