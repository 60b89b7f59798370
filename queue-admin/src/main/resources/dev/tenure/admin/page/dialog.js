// Asks before something is changed, and tells what came of it.
import { announce, h } from "./dom.js";

/**
 * Resolves to true when the person agrees. Escape and a click beside the dialog mean no.
 * @param {{title: string, text: string, action: string, danger?: boolean}} question
 */
export async function confirm(question) {
  return (await ask(question)) !== undefined;
}

/**
 * Resolves to what the person typed when the person agrees, and to undefined otherwise. Without
 * `label` there is nothing to type.
 * @param {{title: string, text: string, action: string, danger?: boolean, label?: string}} question
 */
export function ask(question) {
  return new Promise((resolve) => {
    const titleId = "dialog-title";
    const typed =
      question.label &&
      h("input", { id: "dialog-text", required: true, maxlength: "500", autocomplete: "off" });
    const dialog = h(
      "dialog",
      { "aria-labelledby": titleId },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: titleId }, question.title),
        h("p", {}, question.text),
        typed && h("label", { for: "dialog-text" }, question.label),
        typed,
        h(
          "div",
          { class: "actions end" },
          h(
            "button",
            { value: "no", autofocus: question.danger, formnovalidate: true },
            "Keep it as it is",
          ),
          h(
            "button",
            {
              value: "yes",
              class: question.danger ? "danger" : "primary",
              autofocus: !question.danger,
            },
            question.action,
          ),
        ),
      ),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close("no"));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes" ? (typed ? typed.value : "") : undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A short message at the foot of the page. */
export function toast(text, kind = "good") {
  document.querySelector(".toast")?.remove();
  const message = h("p", { class: `toast ${kind}` }, text);
  document.body.append(message);
  announce(text);
  setTimeout(() => message.remove(), kind === "good" ? 5000 : 10000);
}
