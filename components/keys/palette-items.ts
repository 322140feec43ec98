import fuzzysort from "fuzzysort";

export const SECTIONS_OF_PALETTE = ["recent", "actions", "go", "people", "settings"] as const;
export type PaletteSection = (typeof SECTIONS_OF_PALETTE)[number];

/** One line of the palette. `key` is the same each time, so that it can be found among the recent ones. */
export type PaletteItem = {
  key: string;
  section: PaletteSection;
  label: string;
  detail?: string | undefined;
  /** It leads to a page of its own instead of being done. */
  isPage?: boolean;
  run: () => void;
};

/** As many of the ones used last as help without hiding the rest. */
const MOST_RECENT = 5;
const MOST_OF_SECTION = 40;
/** Below this what fuzzysort finds is letters strewn about. */
const LEAST_SCORE = 0.35;

/**
 * The lines to show for what is typed, in the order of the sections; nothing typed: the ones used last, then all. What the service
 * has found stays as it came.
 */
export function paletteLines(items: readonly PaletteItem[], query: string, recent: readonly string[]): PaletteItem[] {
  const words = query.trim();
  if (words === "") {
    const used = recent.flatMap((key) => items.find((item) => item.key === key) ?? []).slice(0, MOST_RECENT);
    const usedKeys = new Set(used.map(({ key }) => key));
    return [
      ...used.map((item) => ({ ...item, section: "recent" as const })),
      ...items.filter(({ key }) => !usedKeys.has(key)),
    ];
  }
  const own = items.filter(({ section }) => section !== "people");
  const matches = fuzzysort.go(words, own, { key: "label", threshold: LEAST_SCORE, limit: MOST_OF_SECTION });
  const found = [...matches.map(({ obj }) => obj), ...items.filter(({ section }) => section === "people")];
  // The best match leads: its section first, the others as they always stand.
  const first = found[0]?.section;
  const order = SECTIONS_OF_PALETTE.toSorted((a, b) => Number(b === first) - Number(a === first));
  return order.flatMap((section) => found.filter((item) => item.section === section));
}

/** The keys of what was used last, newest first. */
export function withRecent(recent: readonly string[], key: string): string[] {
  return [key, ...recent.filter((known) => known !== key)].slice(0, 20);
}
