package dev.tenure.admin.mount;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Gives the page the token that Spring Security's protection against forged requests expects of a
 * change, and the name of the token's header. The page reads both from its own answers, which pages
 * of other sites cannot read. Spring Security puts the token into the request; without Spring
 * Security there is none.
 */
final class CsrfHandover implements HandlerInterceptor {
  static final String NAME = "X-Tenure-Csrf-Header";
  static final String TOKEN = "X-Tenure-Csrf-Token";
  private static final String ATTRIBUTE = "_csrf";

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Object found = request.getAttribute(ATTRIBUTE);
    if (found != null && HttpMethod.GET.matches(request.getMethod())) {
      BeanWrapper token = PropertyAccessorFactory.forBeanPropertyAccess(found);
      if (token.isReadableProperty("headerName") && token.isReadableProperty("token")) {
        response.setHeader(NAME, String.valueOf(token.getPropertyValue("headerName")));
        response.setHeader(TOKEN, String.valueOf(token.getPropertyValue("token")));
      }
    }
    return true;
  }
}
