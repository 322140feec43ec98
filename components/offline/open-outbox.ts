import type { QueryClient } from "@tanstack/react-query";
import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import { networkWords } from "../graphql/network-words.ts";
import { RUN_MACRO } from "../composer/composer-documents.ts";
import { ADD_MESSAGE } from "../inbox/mutation-documents.ts";
import { isScheduled, type OutboxEntry } from "./outbox.ts";
import { createOutboxStore, type OutboxStore, type SendOutcome } from "./outbox-store.ts";
import { mergeIntoThread } from "../inbox/queries.ts";
import { scheduledQuery, scheduleMessage } from "../composer/scheduled.ts";

/** Error codes after which the same request may still succeed. If the person is signed out, the message waits for the next sign-in. */
const AWAY = new Set(["NETWORK", "RATE_LIMITED", "UNAVAILABLE", "UNAUTHENTICATED", "INVALID_TOKEN"]);

/** messageId → id of its outbox entry, so that the bubble keeps its key when the server's copy replaces it. */
const acceptedAs = new Map<string, string>();

/** The key of a message's bubble on this screen. */
export function bubbleKey(messageId: string): string {
  return acceptedAs.get(messageId) ?? messageId;
}

type Outbox = { store: OutboxStore; connect: () => () => void };

const outboxes = new Map<string, Outbox>();

/** The signed-in person's outbox, with this browser's storage, tabs and network. All sections of a page share one. */
export function outboxOf(userId: string, client: QueryClient): Outbox {
  const known = outboxes.get(userId);
  if (known) return known;
  const outbox = openOutbox(userId, client);
  // On the server, keep no outbox: it would be shared between people.
  if (typeof window !== "undefined") outboxes.set(userId, outbox);
  return outbox;
}

function openOutbox(userId: string, client: QueryClient): Outbox {
  const store = createOutboxStore({
    userId,
    storage: typeof window === "undefined" ? { getItem: () => null, setItem: () => undefined } : window.localStorage,
    send: (entry) => send(entry, client),
    exclusively: (name, work) => ("locks" in navigator ? navigator.locks.request(name, work) : work()),
    setTimer: (work, ms) => window.setTimeout(work, ms),
    now: Date.now,
  });

  function connect(): () => void {
    const onStorage = () => store.reload();
    window.addEventListener("online", store.pump);
    window.addEventListener("storage", onStorage);
    store.pump();
    return () => {
      window.removeEventListener("online", store.pump);
      window.removeEventListener("storage", onStorage);
    };
  }
  return { store, connect };
}

async function send(entry: OutboxEntry, client: QueryClient): Promise<SendOutcome> {
  const { id, workspaceId, convId, integrationId, later, type, content, caption, replyToMessageId, mentions } = entry;
  try {
    const place = { workspaceId, convId, integrationId };
    const message = { type, content, caption, replyToMessageId };
    if (later.macroId !== null) {
      const { macroId: replyId, undoSeconds, thenEnd } = later;
      await gqlRequest(RUN_MACRO, { ...place, replyId, undoSeconds, message: { ...message, id, thenEnd } });
    } else if (isScheduled(entry)) await scheduleMessage({ ...place, ...message, id, mentions }, later);
    else {
      const named = mentions.length > 0 ? { mentions } : {};
      const input = { ...place, ...message, ...named };
      const { addMessage } = await gqlRequest(ADD_MESSAGE, input, { idempotencyKey: id });
      acceptedAs.set(addMessage.messageId, id);
      mergeIntoThread(workspaceId, convId, [addMessage], client);
      return { kind: "accepted" };
    }
    // The outbox shows the message until the list of scheduled messages contains it.
    await client.refetchQueries({ queryKey: scheduledQuery(workspaceId, convId).queryKey }).catch(() => undefined);
    return { kind: "accepted" };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "stumbled", reason: networkWords("notSent") };
    if (AWAY.has(error.code)) return { kind: "away" };
    return { kind: error.code === "INTERNAL" ? "stumbled" : "refused", reason: error.message };
  }
}
