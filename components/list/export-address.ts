import { choiceOf, type Chosen } from "./bulk-choice.ts";

/** The limit of ids in an address. For more, only the whole list can be exported. */
export const EXPORT_IDS_MAX = 200;

/** The address of the export of the selected conversations. null: too many to name. */
export function exportAddress(workspaceId: number, chosen: Chosen): string | null {
  if ("ids" in chosen && chosen.ids.length > EXPORT_IDS_MAX) return null;
  const query = new URLSearchParams({ workspaceId: String(workspaceId) });
  for (const [key, value] of Object.entries(choiceOf(chosen))) {
    if (Array.isArray(value)) for (const item of value as readonly string[]) query.append(key, item);
    else query.set(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  return `/export/conversations?${query}`;
}
