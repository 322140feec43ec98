import type { Place } from "./key-press.ts";

const FIELD =
  "input:not([type='checkbox'], [type='radio'], [type='button'], [type='range']), textarea, select, [contenteditable='true']";
/** Places with keys of their own. A combobox that is a field of the page is a field. */
const OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='combobox']:not(input, textarea)";
const OWN_ARROWS =
  "[role='log'], [role='radiogroup'], [role='tablist'], [role='separator'], [role='slider'], input, audio, video";
const OWN_ENTER = "a:not([role='option']), button, summary, audio, video, input, [role='log'], [role='button']";

const OPEN_OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu']";

/** Whether a dialog or a menu is shown. Asked before anybody handles a key: who handles Esc first may have closed it by then. */
export const isOverlayOpen = (): boolean => isShown(OPEN_OVERLAY);
export const isTooltipOpen = (): boolean => isShown("[role='tooltip']");

function isShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
}

/** Where the focus is, as far as it matters for keys. */
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
