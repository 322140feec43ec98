import { inFieldOf, type ActionId, type KeyMap } from "./actions.ts";
import { isSingleKey } from "./key-names.ts";

/** Where the focus is when a key is pressed. */
export type Place = {
  /** The text of the focused field. null: no field has the focus. */
  field: string | null;
  /** The focus is in a dialog, a menu or an options list, which has its own keys. */
  isOverlay: boolean;
  /** An overlay was open when the key went down, wherever the focus was. It then gets Esc exclusively. */
  hasOpenOverlay: boolean;
  /** The focused element uses arrow keys to move or scroll, such as a log or a player. */
  hasOwnArrows: boolean;
  /** Enter activates the focused element: a button, a link. */
  hasOwnEnter: boolean;
};

/** The longest pause between the keys of a sequence ("g i"), in milliseconds. */
export const SEQUENCE_MS = 1_000;

/**
 * The actions that a key may mean in a place, most likely first.
 * @param before the previous key, if it can start a sequence and was pressed recently.
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

/** Whether an action has a sequence that starts with this key. */
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
