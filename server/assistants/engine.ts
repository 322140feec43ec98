import { inEnglish, quote, type Said } from "../say.ts";
import type { GATHERED_FIELDS } from "./assistant-properties.ts";

/** A client's field that an assistant may ask for. */
export type GatheredField = (typeof GATHERED_FIELDS)[number];

/** One message of the conversation as assistants see it, oldest first. Notes and the service's own lines are not among them. */
export type ContextMessage = {
  role: "client" | "agent" | "assistant";
  type: "text" | "image" | "audio" | "video" | "document" | "location" | "contacts" | "interactive" | "template";
  /** What was written: the text, a file's caption, the label of a button that was pressed. */
  content: string | null;
  /** Of a file: an address that an endpoint can fetch for some hours. */
  url: string | null;
  createdAt: Date;
};

/** A turn of an assistant: what was said so far, and whose turn it is. */
export type Turn = {
  workspaceId: number;
  convId: string;
  clientId: string;
  aiId: string;
  /** The same for every try of one turn: an endpoint that keeps it answers once. */
  key: string;
  /** The last 30, the burst to be answered at their end. */
  messages: ContextMessage[];
  /** What is known of the client, of the fields that this assistant gathers. Nothing else of a client reaches an assistant. */
  known: Partial<Record<GatheredField, string>>;
  /** Ends with the time that a turn has. */
  signal: AbortSignal;
};

/** A passage that was found, best first. */
export type FoundPassage = {
  id: string;
  sourceId: string;
  /** The source's title, or the page's of a site. */
  title: string;
  url: string | null;
  heading: string | null;
  content: string;
  /** 0 to 1: how much of what was asked stands in it. */
  score: number;
  /** Whether the answer is drawn from it. */
  isUsed: boolean;
};

/** What an assistant wants done, all of it already within what its settings allow (`allowed.ts` holds it once more). */
export type Reply = {
  /** What the client reads, keywords cut out; null: nothing. */
  text: string | null;
  /** A file in the answer (custom assistants), fetched and kept before it is sent. */
  file: { type: "audio" | "document"; url: string } | null;
  /** Set: give the conversation to a person. A clause for people: "it found nothing about this". */
  handover: { reason: Said } | null;
  /** End the conversation. Not together with `handover`: that comes first. */
  end: boolean;
  tags: string[];
  fields: Partial<Record<GatheredField, string>>;
  /** Nothing that it knows fits: the question stands under "could not answer". */
  isUnanswered: boolean;
  /** Not an answer, but the question which of these is meant: answered by a number from 1 on, 0 for none. Empty: it does not ask. */
  choices: string[];
  trace: Trace;
};

/** What it did, for the playground, the evals and the figures. Never a secret. */
export type Trace = {
  passages: FoundPassage[];
  /** What the model or the endpoint was given, word for word. */
  prompt: { role: string; content: string }[];
  /** The reply before keywords were cut out. */
  raw: string | null;
  toolCalls: { name: string; input: unknown; isAllowed: boolean; outcome: string }[];
  model: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
};

/** Of a turn in which nothing was looked up and nobody was asked. */
export const NO_TRACE: Readonly<Trace> = {
  passages: [],
  prompt: [],
  raw: null,
  toolCalls: [],
  model: null,
  promptTokens: null,
  completionTokens: null,
};

/** Says nothing, and wants nothing done. */
export const NO_REPLY: Readonly<Reply> = {
  text: null,
  file: null,
  handover: null,
  end: false,
  tags: [],
  fields: {},
  isUnanswered: false,
  choices: [],
  trace: NO_TRACE,
};

/** An assistant of one type: its settings in, a reply out. It reads and writes no conversation. */
export type Engine = (turn: Turn) => Promise<Reply>;

/**
 * The provider did not answer as it should. Tried three times in one turn unless `isFinal`; then the conversation is handed over.
 * `message` is a clause for people ("the model's key was refused") and holds no secret.
 */
export class EngineFailure extends Error {
  readonly isFinal: boolean;
  readonly retryAfterMs: number | null;
  /** What `message` is the English of. */
  readonly said: Said;
  constructor(clause: string | Said, { isFinal = false, retryAfterMs = null as number | null } = {}) {
    const said = typeof clause === "string" ? quote(clause) : clause;
    super(inEnglish(said));
    this.said = said;
    this.isFinal = isFinal;
    this.retryAfterMs = retryAfterMs;
  }
}
