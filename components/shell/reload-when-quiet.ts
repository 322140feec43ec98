/** Without input for this long, a person is between two actions. */
const QUIET_MS = 20_000;
const LOOK_MS = 2_000;
/** The component library measures texts in a hidden field. */
const FIELDS = "textarea:not([aria-hidden]), input";

/**
 * Loads the page anew as soon as nobody works in it: no input for a while, or another tab in front; nothing typed, attached or recorded, no
 * dialog or menu open, nothing playing, nothing being saved. Elements with `data-unsaved` hold what a new page would lose.
 * @param isSaving whether a request that changes something is under way.
 */
export function reloadWhenQuiet(isSaving: () => boolean): void {
  let lastInput = Date.now();
  const note = () => (lastInput = Date.now());
  for (const name of ["pointerdown", "keydown", "input", "wheel", "touchmove"])
    window.addEventListener(name, note, { capture: true, passive: true });
  window.setInterval(() => {
    const isAway = document.visibilityState === "hidden" || Date.now() - lastInput > QUIET_MS;
    if (isAway && !isSaving() && !hasWork()) window.location.reload();
  }, LOOK_MS);
}

/** Whether the page shows something that a new one would lose or interrupt. */
function hasWork(): boolean {
  const typed = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
    (field) => field.value !== "" && (field.tagName === "TEXTAREA" || field === document.activeElement),
  );
  const open = document.querySelector("[role=dialog], [role=menu], [data-unsaved]");
  const plays = [...document.querySelectorAll<HTMLMediaElement>("audio, video")].some((media) => !media.paused);
  return typed || open !== null || plays;
}
