import type { TablerIcon } from "@tabler/icons-react";
import fuzzysort from "fuzzysort";

/** `target`: what can be done here, with the open conversation or the selected ones. */
export const SECTIONS_OF_PALETTE = ["target", "recent", "actions", "go", "people", "settings"] as const;
export type PaletteSection = (typeof SECTIONS_OF_PALETTE)[number];

/** One line of the palette. `key` is stable, to find the line among the recent ones. */
export type PaletteItem = {
  key: string;
  section: PaletteSection;
  label: string;
  icon?: TablerIcon | undefined;
  detail?: string | undefined;
  /** Opens a page of the palette instead of running an action. */
  isPage?: boolean;
  run: () => void;
};

/** The number of recent lines: more would hide the rest. */
const MOST_RECENT = 5;
const MOST_OF_SECTION = 40;
/** Below this score, fuzzysort matches only scattered letters. */
const LEAST_SCORE = 0.35;

/**
 * The lines for the query, by section. Without a query: what can be done here, the recent ones, then all others. The service's results keep their order.
 */
export function paletteLines(items: readonly PaletteItem[], query: string, recent: readonly string[]): PaletteItem[] {
  const words = query.trim();
  if (words === "") {
    const here = items.filter(({ section }) => section === "target");
    const others = items.filter(({ section }) => section !== "target");
    const used = recent.flatMap((key) => others.find((item) => item.key === key) ?? []).slice(0, MOST_RECENT);
    const usedKeys = new Set(used.map(({ key }) => key));
    return [
      ...here,
      ...used.map((item) => ({ ...item, section: "recent" as const })),
      ...others.filter(({ key }) => !usedKeys.has(key)),
    ];
  }
  const own = items.filter(({ section }) => section !== "people");
  const matches = fuzzysort.go(words, own, { key: "label", threshold: LEAST_SCORE, limit: MOST_OF_SECTION });
  const found = [...matches.map(({ obj }) => obj), ...items.filter(({ section }) => section === "people")];
  // The section with the best match comes first. The others keep their usual order.
  const first = found[0]?.section;
  const order = SECTIONS_OF_PALETTE.toSorted((a, b) => Number(b === first) - Number(a === first));
  return order.flatMap((section) => found.filter((item) => item.section === section));
}

/** The keys of the recently used lines, newest first. */
export function withRecent(recent: readonly string[], key: string): string[] {
  return [key, ...recent.filter((known) => known !== key)].slice(0, 20);
}
