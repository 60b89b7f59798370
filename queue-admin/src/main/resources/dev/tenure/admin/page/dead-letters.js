// Dead letters of a zone in bulk: counted first, then redriven or deleted, request after request.
import { isReadOnly, zonePath } from "./actions.js";
import { ApiError, post } from "./api.js";
import { confirm, toast } from "./dialog.js";
import { h } from "./dom.js";
import { number } from "./format.js";
import { askRefresh } from "./parts.js";

const KINDS = { DEAD: "FAILED", PARKED: "PARKED" };
const REASONS_SHOWN = 3;

const REDRIVE = {
  name: "redrive",
  text: "Redrive all",
  title: (count) => `Redrive ${letters(count)}?`,
  what: "They go back into the zone and may run at once.",
  action: "Redrive",
  done: (count) => `${letters(count)} redriven.`,
};

const DELETE = {
  name: "delete",
  text: "Delete all",
  title: (count) => `Delete ${letters(count)} for good?`,
  what: "They are removed and cannot be brought back.",
  action: "Delete",
  done: (count) => `${letters(count)} deleted.`,
  danger: true,
};

/** Buttons for the letters of the state, type and filter that the page shows; none without letters. */
export function letterButtons(place, { state, type, filter: text }, zone) {
  const shows = KINDS[state] !== undefined || (!state && !text);
  if (isReadOnly() || zone.deadLetters === 0 || !shows) {
    return undefined;
  }
  const filter = { kind: KINDS[state], type: type || undefined, filter: text || undefined };
  return h(
    "div",
    { class: "actions" },
    h("span", { class: "faint" }, "Set aside:"),
    button(place, filter, REDRIVE),
    button(place, filter, DELETE),
  );
}

function button(place, filter, kind) {
  return h(
    "button",
    {
      type: "button",
      class: kind.danger ? "danger" : "",
      "data-key": `${kind.name} letters`,
      onclick: () => ask(place, filter, kind),
    },
    kind.text,
  );
}

async function ask(place, filter, kind) {
  const path = [...zonePath(place), "dead-letters", kind.name];
  try {
    const { preview } = await post(path, { ...filter, dryRun: true });
    if (preview.matching === 0) {
      toast("No letter that was set aside fits.");
    } else if (await confirm(question(preview, kind))) {
      toast(kind.done(await actOnAll(path, filter, preview.continuation)));
    }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    toast(`${error.title}: ${error.message}`, "bad");
  }
  askRefresh();
}

function question(preview, kind) {
  const reasons = Object.entries(preview.byReason)
    .sort((a, b) => b[1] - a[1])
    .slice(0, REASONS_SHOWN)
    .map(([reason, count]) => `${number(count)} × “${preview.reasonExamples[reason] ?? reason}”`);
  return {
    title: kind.title(preview.matching) + (preview.complete ? "" : " There are more."),
    text: `${kind.what} Why they were set aside, by an example each: ${reasons.join(", ")}${more(preview, reasons)}.`,
    action: kind.action,
    danger: kind.danger,
  };
}

function more(preview, reasons) {
  return Object.keys(preview.byReason).length > reasons.length ? " and other reasons" : "";
}

/**
 * A request does a part and says where to go on. The first begins where the preview did, so that
 * letters which came after the preview are left alone.
 */
async function actOnAll(path, filter, counted) {
  let changed = 0;
  let continuation = counted;
  do {
    const { report } = await post(path, { ...filter, continuation });
    changed += report.changed;
    continuation = report.continuation ?? undefined;
  } while (continuation);
  return changed;
}

function letters(count) {
  return count === 1 ? "1 dead letter" : `${number(count)} dead letters`;
}
