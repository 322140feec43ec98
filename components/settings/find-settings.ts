import type { SettingsPageKey } from "../shell/settings-pages.ts";

/** One thing that the search can find: a page, or a setting on it. */
export type Findable = { page: SettingsPageKey; label: string };

/** The entries whose text contains every word that was typed, whatever its case and accents. */
export function findSettings(entries: readonly Findable[], typed: string): Findable[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return entries.filter(({ label }) => words.every((word) => plain(label).includes(word)));
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}
