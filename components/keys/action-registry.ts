import { ACTION_IDS, ACTIONS, type ActionId } from "./actions.ts";

/** What an action does; `false`: nothing here, so that the next owner below has it, or the browser. */
type Run = () => unknown;
/** What can be done where the caller stands; null: known there, but not possible now; "choose": the palette asks for one of its choices. */
export type Actions = Partial<Record<ActionId, Run | "choose" | null>>;

/** One of what an action asks for: a colleague, a stage, a time. */
export type Choice = { id: string; label: string; detail?: string; run: () => void };
/** What an action asks for, where the palette is to show it as a page of its own; read when the page opens. */
export type Choices = Partial<Record<ActionId, () => readonly Choice[] | Promise<readonly Choice[]>>>;

/** Groups whose actions are done to what is open. */
const TARGETED: ReadonlySet<string> = new Set(["write", "deal"]);

type Chooser = (id: ActionId, choices: NonNullable<Choices[ActionId]>) => void;
type Owner = { actions: Actions; choices: Choices };

export type ActionRegistry = ReturnType<typeof createActionRegistry>;

/** Who can do what on the page at this moment. Of two who name the same action the later drawn one, which is the inner one, has it. */
export function createActionRegistry() {
  const owners = new Map<number, () => Owner>();
  let places = 0;
  let chooser: Chooser | null = null;
  let settle: (() => string | null) | null = null;
  let waiting: { id: ActionId; openId: string } | null = null;

  function ownersOf(id: ActionId): Owner[] {
    const innerFirst = [...owners].sort(([a], [b]) => b - a);
    return innerFirst.map(([, owner]) => owner()).filter(({ actions }) => actions[id] !== undefined);
  }

  /** Whether it has an owner that can do it now. */
  function isPossible(id: ActionId): boolean {
    return ownersOf(id)[0]?.actions[id] != null;
  }

  /** Does it, at once or to what is being opened; false where nobody can. */
  function run(id: ActionId): boolean {
    const openId = TARGETED.has(ACTIONS[id].group) ? (settle?.() ?? null) : null;
    waiting = openId === null ? null : { id, openId };
    if (waiting) return true;
    for (const { actions, choices } of ownersOf(id)) {
      const act = actions[id];
      if (!act) return false;
      if (act === "choose") {
        const offered = choices[id];
        if (offered) chooser?.(id, offered);
        return offered !== undefined;
      }
      if (act() !== false) return true;
    }
    return false;
  }

  return {
    /** A place for an owner; those who ask later stand further in. */
    newPlace: (): number => (places += 1),
    add(place: number, owner: () => Owner): () => void {
      owners.set(place, owner);
      return () => owners.delete(place);
    },
    isPossible,
    /** Whoever asks for one of an action's choices: the palette. */
    setChooser(next: Chooser): () => void {
      chooser = next;
      return () => {
        if (chooser === next) chooser = null;
      };
    },
    /** Asked before each action on what is open. If that is still to be opened, `next` opens it and returns its id; the action waits for it. */
    setSettler(next: () => string | null): () => void {
      settle = next;
      return () => {
        if (settle === next) settle = null;
      };
    },
    /** Another conversation is open: an action that waited for it runs, an action that waited for another one never does. */
    opened(openId: string | null): void {
      const action = waiting;
      waiting = null;
      if (action?.openId === openId) run(action.id);
    },
    possible: (): ActionId[] => ACTION_IDS.filter(isPossible),
    /** What its innermost owner offers to choose from. */
    choicesOf: (id: ActionId): Choices[ActionId] => ownersOf(id)[0]?.choices[id],
    run,
  };
}
