type Pressed = Pick<KeyboardEvent, "key" | "code" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey"> & {
  getModifierState: (name: "AltGraph") => boolean;
};

const isLetter = (key: string) => /^\p{L}$/u.test(key);
const isCharacter = (key: string) => [...key].length === 1 && key !== " ";

/**
 * The pressed key in the notation of the actions table. null: a modifier alone, or a key that no action may use.
 * A character is the one produced, so it follows the layout. With Mod it is the physical key, so that chords keep their position
 * and work in scripts without Latin letters.
 */
export function keyNameOf(event: Pressed, isMac: boolean): string | null {
  const { key } = event;
  if (["Shift", "Control", "Alt", "Meta", "AltGraph", "Dead", "Process", "Unidentified", "CapsLock"].includes(key))
    return null;
  const isMod = isMac
    ? event.metaKey && !event.ctrlKey
    : event.ctrlKey && !event.metaKey && !event.getModifierState("AltGraph");
  if (isMod) {
    if (event.altKey) return null;
    const physical = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code);
    const name = physical?.[1] ?? physical?.[2] ?? key;
    return `Mod+${event.shiftKey ? "Shift+" : ""}${name.length === 1 ? name.toUpperCase() : name}`;
  }
  // On many layouts Alt and AltGr produce characters, such as "[" and "\".
  if (isCharacter(key) && !isLetter(key) && !event.metaKey) return key;
  if (event.metaKey || event.ctrlKey || event.altKey) return null;
  if (isLetter(key)) return event.shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
  if (key === " ") return null;
  return event.shiftKey ? `Shift+${key}` : key;
}

/** Whether speech input or a slip may press the key: a character, alone or with Shift (WCAG 2.1.4). */
export function isSingleKey(name: string): boolean {
  const first = name.split(" ")[0]?.replace(/^Shift\+/, "") ?? "";
  return isCharacter(first);
}

type Words = { ctrl: string; shift: string; enter: string; escape: string };

/** The key caps to draw: one list per press. */
export function keyParts(name: string, isMac: boolean, words: Words): string[][] {
  const drawn: Record<string, string> = {
    Mod: isMac ? "⌘" : words.ctrl,
    Shift: isMac ? "⇧" : words.shift,
    Enter: isMac ? "↵" : words.enter,
    Escape: words.escape,
    ArrowDown: "↓",
    ArrowUp: "↑",
    ArrowLeft: "←",
    ArrowRight: "→",
  };
  return name.split(" ").map((press) => {
    if (press === "+") return ["+"];
    return press.split("+").map((part) => drawn[part] ?? (isLetter(part) ? part.toUpperCase() : part));
  });
}
