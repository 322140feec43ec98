import type { Place } from "./key-press.ts";

const FIELD =
  "input:not([type='checkbox'], [type='radio'], [type='button'], [type='range']), textarea, select, [contenteditable='true']";
/** Elements with their own keys. A combobox in an input counts as a field. */
const OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='combobox']:not(input, textarea)";
const OWN_ARROWS =
  "[role='log'], [role='radiogroup'], [role='tablist'], [role='separator'], [role='slider'], input, audio, video";
const OWN_ENTER = "a:not([role='option']), button, summary, audio, video, input, [role='log'], [role='button']";

const OPEN_OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu']";

/** Whether a dialog or menu is open. Checked before any handler runs, because the first handler of Esc may close it. */
export const isOverlayOpen = (): boolean => isShown(OPEN_OVERLAY);
export const isTooltipOpen = (): boolean => isShown("[role='tooltip']");

function isShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
}

/** Where the focus is, as far as keys depend on it. */
export function placeOf(target: EventTarget | null, hasOpenOverlay: boolean): Place {
  const element = target instanceof Element ? target : document.body;
  const field = element.closest(FIELD);
  return {
    field: field === null ? null : textOf(field),
    isOverlay: element.closest(OVERLAY) !== null,
    hasOpenOverlay,
    hasOwnArrows: element.closest(OWN_ARROWS) !== null,
    hasOwnEnter: element.closest(OWN_ENTER) !== null,
  };
}

function textOf(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
    return field.value;
  return field.textContent;
}
