import { partsOf, type Definition } from "./template-draft.ts";
import { isFillable } from "./template-fields.ts";
import { whyNotChoosable, type NotChoosable } from "./template-state.ts";

/** A template in all its languages. `choice` is the preselected one. null if none can be sent, for the reason in `why`. */
export type TemplateGroup = {
  name: string;
  definitions: Definition[];
  choice: Definition | null;
  why: NotChoosable | null;
  isFavourite: boolean;
};

/**
 * The templates that match a search, by name: favorites first, then those that can be sent, each alphabetically.
 * @param locale the reader's. Among several languages of a template, theirs comes first.
 */
export function templateGroups(
  definitions: readonly Definition[],
  { search, favourites, locale }: { search: string; favourites: readonly string[]; locale: string },
): TemplateGroup[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const byName = Map.groupBy(definitions, ({ name }) => name);
  const groups = [...byName].flatMap(([name, own]) => {
    const isMeant = words.every((word) => own.some((each) => searchable(each).includes(word)));
    if (!isMeant) return [];
    const judged = own.map((each) => ({ each, why: whyNotChoosable(each.status, isFillable(partsOf(each))) }));
    const open = judged.filter(({ why }) => why === null).map(({ each }) => each);
    const choice = open.find(({ language }) => language.startsWith(locale)) ?? open[0] ?? null;
    const why = choice ? null : (judged[0]?.why ?? null);
    return [{ name, definitions: own, choice, why, isFavourite: favourites.includes(name) }];
  });
  return groups.sort(
    (a, b) =>
      Number(b.isFavourite) - Number(a.isFavourite) ||
      Number(b.choice !== null) - Number(a.choice !== null) ||
      a.name.localeCompare(b.name),
  );
}

function searchable(definition: Definition): string {
  const parts = partsOf(definition);
  return `${definition.name} ${definition.name.replaceAll("_", " ")} ${definition.category} ${parts.header?.text ?? ""} ${parts.body}`.toLowerCase();
}
