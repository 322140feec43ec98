import { ACTION_IDS, ACTIONS, type ActionId } from "./actions.ts";

/** Runs an action. `false`: it did nothing, so the next outer owner or the browser handles the key. */
type Run = () => unknown;
/** The actions that the caller offers. null: known but not possible now. "choose": the palette shows the action's choices. */
export type Actions = Partial<Record<ActionId, Run | "choose" | null>>;

/** One choice of an action: a team member, a stage, a time. */
export type Choice = { id: string; label: string; detail?: string; run: () => void };
/** The choices that the palette shows on a separate page, loaded when that page opens. */
export type Choices = Partial<Record<ActionId, () => readonly Choice[] | Promise<readonly Choice[]>>>;

/** Groups whose actions apply to the open conversation. */
const TARGETED: ReadonlySet<string> = new Set(["write", "deal"]);

type Chooser = (id: ActionId, choices: NonNullable<Choices[ActionId]>) => void;
/** `target`: what the actions act on, by its name. */
type Owner = { actions: Actions; choices: Choices; target?: string | null };

export type ActionRegistry = ReturnType<typeof createActionRegistry>;

/** The actions available on the page now. If two components offer the same action, the inner one wins: it was drawn later. */
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

  /** Whether the action has an owner that can run it now. */
  function isPossible(id: ActionId): boolean {
    return ownersOf(id)[0]?.actions[id] != null;
  }

  /** Runs the action now, or once its conversation has opened. false: no owner can run it. */
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
    /** A new owner's place. Inner components call this later, so a higher number means further inside. */
    newPlace: (): number => (places += 1),
    add(place: number, owner: () => Owner): () => void {
      owners.set(place, owner);
      return () => owners.delete(place);
    },
    isPossible,
    /** Sets the function that shows an action's choices: the palette's. */
    setChooser(next: Chooser): () => void {
      chooser = next;
      return () => {
        if (chooser === next) chooser = null;
      };
    },
    /**
     * Sets a function that is called before each action on the open conversation. If another conversation must open first, it opens
     * that and returns its ID. The action waits until then.
     */
    setSettler(next: () => string | null): () => void {
      settle = next;
      return () => {
        if (settle === next) settle = null;
      };
    },
    /**
     * Another conversation has opened. Runs the action that waited for it, and drops one that waited for a different conversation.
     */
    opened(openId: string | null): void {
      const action = waiting;
      waiting = null;
      if (action?.openId === openId) run(action.id);
    },
    possible: (): ActionId[] => ACTION_IDS.filter(isPossible),
    /** What the action would act on, by its name. null: on nothing that has one. */
    targetOf: (id: ActionId): string | null => ownersOf(id)[0]?.target ?? null,
    /** The choices that the action's innermost owner offers. */
    choicesOf: (id: ActionId): Choices[ActionId] => ownersOf(id)[0]?.choices[id],
    run,
  };
}
