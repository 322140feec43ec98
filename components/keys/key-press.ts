import { inFieldOf, type ActionId, type KeyMap } from "./actions.ts";
import { isSingleKey } from "./key-names.ts";

/** Where the focus is when a key is pressed. */
export type Place = {
  /** What is written in the field that has the focus; null: none has. */
  field: string | null;
  /** A dialog, a menu or the list of a choice: it has keys of its own. */
  isOverlay: boolean;
  /** Something of that kind was open when the key went down, wherever the focus was. Esc is for it alone. */
  hasOpenOverlay: boolean;
  /** It moves or scrolls by arrows, as a log or a player does. */
  hasOwnArrows: boolean;
  /** Enter presses it: a button, a link. */
  hasOwnEnter: boolean;
};

/** What a sequence ("g i") waits for between its keys, in milliseconds. */
export const SEQUENCE_MS = 1_000;

/**
 * The actions that a key stands for in a place, the likeliest first.
 * @param before the key before it, if it can begin a sequence and was pressed just now.
 */
export function actionsOf(
  map: KeyMap,
  name: string,
  place: Place,
  before: string | null,
  hasSingleKeys: boolean,
): ActionId[] {
  const wanted = before === null ? name : `${before} ${name}`;
  const ids = (Object.keys(map) as ActionId[]).filter((id) => map[id].includes(wanted) && mayAct(id, wanted, place));
  return !hasSingleKeys && isSingleKey(wanted) ? [] : ids;
}

/** Whether some action waits for a second key after this one. */
export function beginsSequence(map: KeyMap, name: string, place: Place, hasSingleKeys: boolean): boolean {
  if (place.field !== null || place.isOverlay || !hasSingleKeys) return false;
  return Object.values(map).some((keys) => keys.some((key) => key.startsWith(`${name} `)));
}

function mayAct(id: ActionId, key: string, place: Place): boolean {
  if (place.isOverlay) return id === "palette";
  if (place.hasOpenOverlay && key === "Escape") return false;
  if (place.field !== null) {
    const inField = inFieldOf(id);
    return !isSingleKey(key) && (inField === "always" || (inField === "empty" && place.field === ""));
  }
  if (id === "lastMessage") return false;
  if (key.startsWith("Arrow")) return !place.hasOwnArrows;
  return key === "Enter" ? !place.hasOwnEnter : true;
}
