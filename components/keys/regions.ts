/** The areas of a page, in the order in which they are drawn; what is not shown is passed over. Notices come last. */
const REGIONS =
  "[data-region], [class*='Notifications-root'] [role='status'], [class*='Notifications-root'] [role='alert']";
const TABBABLE =
  "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex='0']";

/** The focus goes to the next area, or with -1 to the one before, and around at the end. False where there is but one. */
export function moveToRegion(step: 1 | -1): boolean {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter((region) => region.checkVisibility());
  if (regions.length < 2) return false;
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const from = at === -1 && step === -1 ? 0 : at;
  const region = regions[(from + step + regions.length) % regions.length];
  if (!region) return false;
  const target =
    region.querySelector<HTMLElement>("[data-region-focus]") ??
    [...region.querySelectorAll<HTMLElement>(TABBABLE)].find((element) => element.checkVisibility());
  (target ?? region).focus();
  return true;
}
