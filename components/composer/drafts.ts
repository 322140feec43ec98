import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import type { TemplateDraft } from "../templates/template-draft.ts";
import { readConvPart, type ServerDraft } from "../inbox/conv-parts.ts";
import { SAVE_DRAFT } from "./composer-documents.ts";
import { createDraftStore, DRAFT_PREFIX, type DraftStore, type SavedDraft, type SaveOutcome } from "./draft-store.ts";

const stores = new Map<string, DraftStore>();
const NO_STORAGE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** A person's unsent drafts in a workspace: kept in this browser and shared with other devices through the server. */
export function draftsOf(workspaceId: number, userId: string): DraftStore {
  const prefix = `${DRAFT_PREFIX}:${workspaceId}:${userId}`;
  const known = stores.get(prefix);
  if (known) return known;
  const store = createDraftStore({
    prefix,
    storage: typeof window === "undefined" ? NO_STORAGE : window.localStorage,
    save: ({ convId, mode }, { text, files, replyToMessageId, template }, version) => {
      const attachments = files.map(({ url, name }) => ({ url, name }));
      return outcomeOf(
        gqlRequest(SAVE_DRAFT, { workspaceId, convId, mode, text, attachments, replyToMessageId, template, version }),
      );
    },
    read: (convId) => readDrafts(workspaceId, convId).catch(() => null),
    setTimer: (work, ms) => window.setTimeout(work, ms),
    clearTimer: (timer) => window.clearTimeout(timer),
    now: Date.now,
  });
  // On the server, keep no store: it would be shared between people.
  if (typeof window !== "undefined") stores.set(prefix, store);
  return store;
}

export async function readDrafts(workspaceId: number, convId: string): Promise<SavedDraft[]> {
  return (await readConvPart({ workspaceId, id: convId }, "drafts")).nodes.map(savedDraft);
}

function savedDraft({
  mode,
  text,
  attachments,
  replyToMessageId,
  template,
  version,
  patchedAt,
}: ServerDraft): SavedDraft {
  // saveDraft has already validated it.
  const kept = template as TemplateDraft | null;
  return {
    mode,
    text,
    files: attachments,
    replyToMessageId,
    template: kept,
    version,
    at: new Date(patchedAt).getTime(),
  };
}

async function outcomeOf(saving: Promise<{ saveDraft: { version: number } | null }>): Promise<SaveOutcome> {
  try {
    return { kind: "saved", version: (await saving).saveDraft?.version ?? 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "away" };
    if (error.code === "CONFLICT") return { kind: "overtaken" };
    // The person has lost access to the conversation. The text stays in this browser.
    return { kind: error.code === "NOT_FOUND" || error.code === "BAD_INPUT" ? "refused" : "away" };
  }
}
