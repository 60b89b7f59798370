// Builds elements. Text only ever becomes a text node: nothing that comes from a queue is markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("a", { class: "x", href: "#/", onclick: f }, "text", child)`. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, in the same way. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Replaces what is inside, keeping the focus on the element with the same `data-key`. */
export function swap(parent, ...children) {
  const focused = document.activeElement;
  const key = parent.contains(focused) ? focused.dataset.key : undefined;
  parent.replaceChildren(...children.flat(Infinity).filter(present));
  if (key !== undefined) {
    const same = [...parent.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    same?.focus({ preventScroll: true });
  }
}

/** Says something to a screen reader. */
export function announce(text) {
  document.getElementById("announce").textContent = text;
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (present(value)) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children.flat(Infinity).filter(present)) {
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

function present(value) {
  return value !== undefined && value !== null && value !== false;
}
