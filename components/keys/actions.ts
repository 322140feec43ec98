/** The headings of the help and the palette, in display order. */
export const GROUPS = ["move", "write", "deal", "list", "look", "everywhere"] as const;
type ActionGroup = (typeof GROUPS)[number];

/**
 * `inField`: what a chord does while the focus is in a text field. By default nothing. "empty": it runs if the field is empty.
 * "always": it always runs.
 * Single characters never run actions in a field.
 */
type Action = { keys: readonly [string, ...string[]]; group: ActionGroup; inField?: "empty" | "always" };

/**
 * All keyboard actions with their default keys. A person can change the first key of each. The palette, the help and the
 * settings read this table. The texts are in keys.json under `actions`.
 *
 * A key is a character as produced ("j", "?", "Shift+E"), a named key ("ArrowDown"), a chord ("Mod+K"; Mod is ⌘ on a Mac, Ctrl
 * elsewhere; chords are physical keys), or a sequence ("g i").
 */
export const ACTIONS = {
  nextConv: { keys: ["j", "ArrowDown", "]"], group: "move" },
  previousConv: { keys: ["k", "ArrowUp", "["], group: "move" },
  nextConvUnopened: { keys: ["Shift+J"], group: "move" },
  previousConvUnopened: { keys: ["Shift+K"], group: "move" },
  openConv: { keys: ["Enter"], group: "move" },
  goMine: { keys: ["g i"], group: "move" },
  goUnassigned: { keys: ["g u"], group: "move" },
  goAll: { keys: ["g a"], group: "move" },
  goSnoozed: { keys: ["g s"], group: "move" },
  switchView: { keys: ["v"], group: "move" },
  nextRegion: { keys: ["F6"], group: "move", inField: "always" },
  previousRegion: { keys: ["Shift+F6"], group: "move", inField: "always" },
  leave: { keys: ["Escape"], group: "move", inField: "always" },

  reply: { keys: ["r"], group: "write" },
  note: { keys: ["n"], group: "write" },
  macros: { keys: ["m"], group: "write" },
  sendAndEnd: { keys: ["Mod+Enter"], group: "write", inField: "always" },
  sendLater: { keys: ["Mod+Shift+Enter"], group: "write", inField: "always" },
  copilot: { keys: ["Mod+J"], group: "write", inField: "always" },
  lastMessage: { keys: ["ArrowUp"], group: "write", inField: "empty" },
  playAudio: { keys: ["p"], group: "write" },

  end: { keys: ["e"], group: "deal" },
  endNow: { keys: ["Shift+E"], group: "deal" },
  snooze: { keys: ["h"], group: "deal" },
  assignToMe: { keys: ["i"], group: "deal" },
  assign: { keys: ["a"], group: "deal" },
  unassign: { keys: ["u"], group: "deal" },
  tags: { keys: ["t"], group: "deal" },
  stage: { keys: ["s"], group: "deal" },
  orderNo: { keys: ["o"], group: "deal" },
  markUnread: { keys: ["Shift+U"], group: "deal" },
  undo: { keys: ["z", "Mod+Z"], group: "deal", inField: "empty" },

  search: { keys: ["/"], group: "list" },
  select: { keys: ["x"], group: "list" },
  selectRange: { keys: ["Shift+X"], group: "list" },
  selectAll: { keys: ["Mod+A"], group: "list" },

  searchThread: { keys: ["Mod+F"], group: "look", inField: "always" },
  toggleDetails: { keys: ["."], group: "look" },
  toggleViews: { keys: ["\\"], group: "look" },

  palette: { keys: ["Mod+K"], group: "everywhere", inField: "always" },
  help: { keys: ["?"], group: "everywhere" },
} as const satisfies Record<string, Action>;

export type ActionId = keyof typeof ACTIONS;
export const ACTION_IDS = Object.keys(ACTIONS) as ActionId[];

/** The keys of each action for one person. A custom key replaces the first default key. */
export type KeyMap = Record<ActionId, readonly string[]>;

export function keyMap(changed: Readonly<Record<string, string>>): KeyMap {
  const own = (id: ActionId): readonly string[] => {
    const [, ...others] = ACTIONS[id].keys;
    const key = changed[id];
    return key === undefined ? ACTIONS[id].keys : [key, ...others];
  };
  return Object.fromEntries(ACTION_IDS.map((id) => [id, own(id)])) as KeyMap;
}

/** What the action's chord does while the focus is in a text field. */
export function inFieldOf(id: ActionId): "never" | "empty" | "always" {
  const action: Action = ACTIONS[id];
  return action.inField ?? "never";
}

/** The other actions with the same key, or with a sequence that starts with it. */
export function conflictsOf(map: KeyMap, id: ActionId, key: string): ActionId[] {
  const isSame = (other: string) => other === key || other.startsWith(`${key} `) || key.startsWith(`${other} `);
  // `lastMessage` runs only in an empty field, all others only outside of fields. So they cannot conflict.
  const meets = (other: ActionId) => (id === "lastMessage") === (other === "lastMessage");
  return ACTION_IDS.filter((other) => other !== id && meets(other) && map[other].some(isSame));
}
