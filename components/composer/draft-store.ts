import type { TemplateDraft } from "../templates/template-draft.ts";

export type ComposerMode = "reply" | "note";
export type DraftFile = { url: string; name: string; contentType: string; sizeBytes: number };
export type DraftContent = {
  text: string;
  files: readonly DraftFile[];
  replyToMessageId: string | null;
  /** null: no template is chosen. */
  template: TemplateDraft | null;
};

/**
 * A draft in this browser. `version`: the server version it is based on; 0: none. `at`: when it was last changed, in milliseconds.
 * `isDirty`: it has changes that the server does not have yet.
 */
export type DraftRecord = DraftContent & { version: number; at: number; isDirty: boolean };
export type DraftPlace = { convId: string; mode: ComposerMode };
export type SavedDraft = DraftContent & { mode: ComposerMode; version: number; at: number };

export type SaveOutcome =
  | { kind: "saved"; version: number }
  | { kind: "overtaken" }
  | { kind: "refused" }
  | { kind: "away" };

type Needs = {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Identifies the person and the workspace. */
  prefix: string;
  /** Never throws. */
  save: (place: DraftPlace, content: DraftContent, version: number) => Promise<SaveOutcome>;
  /** The server's drafts of a conversation. null: the server is not reachable. */
  read: (convId: string) => Promise<SavedDraft[] | null>;
  setTimer: (work: () => void, ms: number) => number;
  clearTimer: (timer: number) => void;
  now: () => number;
};

/** The storage key prefix of drafts in the browser. */
export const DRAFT_PREFIX = "inbox-draft";

const QUIET_MS = 500;
const AGAIN_MS = 5_000;
/** When a message arrives, the server clears the draft. For this long after sending, that can also clear a draft begun since. */
const ON_ITS_WAY_MS = 60_000;
/** An empty draft. */
export const EMPTY: DraftRecord = {
  text: "",
  files: [],
  replyToMessageId: null,
  template: null,
  version: 0,
  at: 0,
  isDirty: false,
};

export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * The drafts of a person, by conversation and mode. A change is in the browser's storage at once and on the server half a second later.
 * Each draft has one save at a time, so that no save overtakes another. Sending empties the draft. A save that arrives after that
 * finds its version gone.
 */
export function createDraftStore(needs: Needs) {
  const records = new Map<string, DraftRecord>();
  const timers = new Map<string, number>();
  const saving = new Set<string>();
  /** When the last save of each draft was answered. A read that started earlier may be older than that save. */
  const savedAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  const listeners = new Set<() => void>();

  const keyOf = ({ convId, mode }: DraftPlace) => `${needs.prefix}:${convId}:${mode}`;

  function get(place: DraftPlace): DraftRecord {
    const key = keyOf(place);
    const known = records.get(key);
    if (known) return known;
    const record = parse(needs.storage.getItem(key));
    records.set(key, record);
    return record;
  }

  function put(place: DraftPlace, record: DraftRecord): void {
    const key = keyOf(place);
    records.set(key, record);
    try {
      if (isBlank(record) && !record.isDirty) needs.storage.removeItem(key);
      else needs.storage.setItem(key, JSON.stringify(record));
    } catch {
      // The browser's storage is full. The server still keeps the draft.
    }
    for (const listener of listeners) listener();
  }

  function saveSoon(place: DraftPlace, ms: number): void {
    const key = keyOf(place);
    const timer = timers.get(key);
    if (timer !== undefined) needs.clearTimer(timer);
    timers.set(
      key,
      needs.setTimer(() => {
        timers.delete(key);
        void save(place);
      }, ms),
    );
  }

  async function save(place: DraftPlace): Promise<void> {
    const key = keyOf(place);
    const began = get(place);
    // Changes made during a save are saved after it.
    if (saving.has(key) || !began.isDirty) return;
    saving.add(key);
    const outcome = await needs.save(place, began, began.version);
    const server = outcome.kind === "overtaken" ? await needs.read(place.convId) : null;
    saving.delete(key);
    savedAt.set(key, needs.now());
    settle(place, began, outcome, server);
  }

  function settle(place: DraftPlace, began: DraftRecord, outcome: SaveOutcome, server: SavedDraft[] | null): void {
    const now = get(place);
    const isSame = sameContent(now, began);
    if (outcome.kind === "saved") {
      put(place, { ...now, version: outcome.version, isDirty: !isSame });
      if (!isSame) saveSoon(place, QUIET_MS);
    } else if (outcome.kind === "overtaken" && server) {
      const { theirs, version } = keptOf(server, place.mode);
      // Do not interrupt the person who types: their text replaces the other device's version.
      if (isBlank(now)) put(place, theirs ? fromServer(theirs) : { ...now, version, isDirty: false });
      else {
        put(place, { ...now, version, isDirty: true });
        saveSoon(place, QUIET_MS);
      }
    } else if (outcome.kind === "refused") put(place, { ...now, isDirty: !isSame });
    else saveSoon(place, AGAIN_MS);
  }

  function set(place: DraftPlace, change: Partial<DraftContent>): void {
    const before = get(place);
    const after = { ...before, ...change };
    if (sameContent(before, after)) return;
    put(place, { ...after, at: needs.now(), isDirty: true });
    saveSoon(place, QUIET_MS);
  }

  return {
    get,
    set,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Empties the draft after its message was handed over for sending. */
    sent(place: DraftPlace): void {
      sentAt.set(keyOf(place), needs.now());
      set(place, { text: "", files: [], replyToMessageId: null, template: null });
    },
    /**
     * Merges the server's drafts of a conversation, on opening and after a change on another device. The newer draft wins.
     * @param askedAt when the read started, in milliseconds. The result cannot include what was written here since.
     */
    meet(convId: string, drafts: readonly SavedDraft[], askedAt: number): void {
      for (const mode of ["reply", "note"] as const) {
        const place = { convId, mode };
        const own = get(place);
        const { theirs, version } = keptOf(drafts, mode);
        if (saving.has(keyOf(place))) continue;
        // Compare versions before times, because the clocks of this browser and the server differ.
        if (own.isDirty && (!theirs || theirs.version <= own.version || own.at >= theirs.at)) {
          if (!timers.has(keyOf(place))) saveSoon(place, 0);
        } else if (askedAt < (savedAt.get(keyOf(place)) ?? 0)) continue;
        else if (theirs && (theirs.version > own.version || theirs.at > own.at)) put(place, fromServer(theirs));
        else if (!theirs && own.version === 0 && version > 0) put(place, { ...own, version });
        else if (!theirs && own.version > 0 && own.at < askedAt && (own.version !== version || !isBlank(own))) {
          const sent = sentAt.get(keyOf(place)) ?? -Infinity;
          const wasTaken = !isBlank(own) && own.at > sent && askedAt - sent < ON_ITS_WAY_MS;
          put(place, wasTaken ? { ...own, version, isDirty: true } : { ...EMPTY, version });
          if (wasTaken) saveSoon(place, 0);
        }
      }
    },
  };
}

/** The server's draft of a mode, and the version that the next save replaces. An empty draft has a version too: it marks a sent message. */
function keptOf(drafts: readonly SavedDraft[], mode: ComposerMode): { theirs: SavedDraft | null; version: number } {
  const kept = drafts.find((draft) => draft.mode === mode);
  return { theirs: kept && !isBlank(kept) ? kept : null, version: kept?.version ?? 0 };
}

function fromServer({ text, files, replyToMessageId, template, version, at }: SavedDraft): DraftRecord {
  return { text, files, replyToMessageId, template, version, at, isDirty: false };
}

function isBlank({ text, files, template }: DraftContent): boolean {
  return text.trim() === "" && files.length === 0 && template === null;
}

function sameContent(a: DraftContent, b: DraftContent): boolean {
  return (
    a.text === b.text &&
    a.replyToMessageId === b.replyToMessageId &&
    urls(a) === urls(b) &&
    (a.template === b.template || JSON.stringify(a.template) === JSON.stringify(b.template))
  );
}

function urls({ files }: DraftContent): string {
  return files.map(({ url }) => url).join("\n");
}

function parse(kept: string | null): DraftRecord {
  if (kept === null) return EMPTY;
  try {
    return { ...EMPTY, ...(JSON.parse(kept) as Partial<DraftRecord>) };
  } catch {
    return EMPTY;
  }
}
