/** Id of the results panel, which the search field references as the element it controls. */
export const SEARCH_RESULTS_ID = "inbox-search-results";

/** Focuses a result by its position, and can open it. false: there is none, or the results may belong to another text. */
export function focusResult(place: number, isOpened = false): boolean {
  const results = document.getElementById(SEARCH_RESULTS_ID);
  const link = results?.querySelectorAll<HTMLElement>("a")[place];
  if (!link || (isOpened && results?.ariaBusy === "true")) return false;
  link.focus();
  if (isOpened) link.click();
  return true;
}

/** Moves the focus back to the search field. */
export function focusSearchField(): void {
  document.querySelector<HTMLElement>(`input[aria-controls="${SEARCH_RESULTS_ID}"]`)?.focus();
}
