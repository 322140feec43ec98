/** The panel of what was found; the search field names it as what it controls. */
export const SEARCH_RESULTS_ID = "inbox-search-results";

/** Goes to a result by its place, and opens it; false where there is none, or the one there may be of other words. */
export function focusResult(place: number, isOpened = false): boolean {
  const results = document.getElementById(SEARCH_RESULTS_ID);
  const link = results?.querySelectorAll<HTMLElement>("a")[place];
  if (!link || (isOpened && results?.ariaBusy === "true")) return false;
  link.focus();
  if (isOpened) link.click();
  return true;
}

/** Back to where the words are written. */
export function focusSearchField(): void {
  document.querySelector<HTMLElement>(`input[aria-controls="${SEARCH_RESULTS_ID}"]`)?.focus();
}
