/** Under which heading of the help and of the palette an action stands, in this order. */
export const GROUPS = ["move", "write", "deal", "list", "look", "everywhere"] as const;
type ActionGroup = (typeof GROUPS)[number];

/**
 * `inField`: what a chord does while something is written: nothing (the usual), its action in an empty field only, or its action
 * always. Single characters never act there.
 */
type Action = { keys: readonly [string, ...string[]]; group: ActionGroup; inField?: "empty" | "always" };

/**
 * Everything that the keyboard can do, with its usual keys; the first is the one that can be changed. The palette, the help and the
 * settings read this table. The words are in keys.json under `actions`.
 *
 * A key is a character as it is produced ("j", "?", "Shift+E"), a named key ("ArrowDown"), a chord ("Mod+K"; Mod is ⌘ on a Mac, Ctrl
 * elsewhere; chords are physical keys), or one after the other ("g i").
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

/** The keys of each action as this person has them: their own in the place of the first of the usual ones. */
export type KeyMap = Record<ActionId, readonly string[]>;

export function keyMap(changed: Readonly<Record<string, string>>): KeyMap {
  const own = (id: ActionId): readonly string[] => {
    const [, ...others] = ACTIONS[id].keys;
    const key = changed[id];
    return key === undefined ? ACTIONS[id].keys : [key, ...others];
  };
  return Object.fromEntries(ACTION_IDS.map((id) => [id, own(id)])) as KeyMap;
}

/** What a chord of this action does while something is written. */
export function inFieldOf(id: ActionId): "never" | "empty" | "always" {
  const action: Action = ACTIONS[id];
  return action.inField ?? "never";
}

/** The other actions that have this key too, or one that begins with it. */
export function conflictsOf(map: KeyMap, id: ActionId, key: string): ActionId[] {
  const isSame = (other: string) => other === key || other.startsWith(`${key} `) || key.startsWith(`${other} `);
  // What acts in an empty field alone, and what acts outside of fields alone, never meet.
  const meets = (other: ActionId) => (id === "lastMessage") === (other === "lastMessage");
  return ACTION_IDS.filter((other) => other !== id && meets(other) && map[other].some(isSame));
}
