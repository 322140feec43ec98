import { inEnglish, quote, type Said } from "../say.ts";
import type { GATHERED_FIELDS } from "./assistant-properties.ts";

/** A contact's field that an assistant may ask for. */
export type GatheredField = (typeof GATHERED_FIELDS)[number];

/** One message of the conversation as assistants see it, oldest first. Notes and system messages are excluded. */
export type ContextMessage = {
  role: "client" | "agent" | "assistant";
  type: "text" | "image" | "audio" | "video" | "document" | "location" | "contacts" | "interactive" | "template";
  /** The text, a file's caption, or the label of a button that was pressed. */
  content: string | null;
  /** A file's address. An endpoint can fetch it for some hours. */
  url: string | null;
  createdAt: Date;
};

/** The input of an assistant: the conversation so far and its context. */
export type Turn = {
  workspaceId: number;
  convId: string;
  clientId: string;
  aiId: string;
  /** The same for every retry of one turn, so that an endpoint can answer it only once. */
  key: string;
  /** The last 30 messages. The burst to be answered is at their end. */
  messages: ContextMessage[];
  /** The contact's known values for the fields that this assistant gathers. An assistant sees nothing else about a contact. */
  known: Partial<Record<GatheredField, string>>;
  /** Aborts when the turn's time is over. */
  signal: AbortSignal;
};

/** A passage that the search found. Lists of passages have the best first. */
export type FoundPassage = {
  id: string;
  sourceId: string;
  /** The title of the source, or of the page for a site. */
  title: string;
  url: string | null;
  heading: string | null;
  content: string;
  /** 0 to 1: how much of the question the passage covers. */
  score: number;
  /** Whether the answer uses this passage. */
  isUsed: boolean;
};

/** What an assistant wants to say and do, already within its settings (`allowed.ts` checks it again). */
export type Reply = {
  /** The text for the contact, without keywords. null: no text. */
  text: string | null;
  /** A file in the answer (custom assistants). It is fetched and stored before it is sent. */
  file: { type: "audio" | "document"; url: string } | null;
  /** If set, hand the conversation over to a person. A clause for people: "it found nothing about this". */
  handover: { reason: Said } | null;
  /** End the conversation. Never together with `handover`, which takes precedence. */
  end: boolean;
  tags: string[];
  fields: Partial<Record<GatheredField, string>>;
  /** Nothing that the assistant knows fits. The question is listed under "could not answer". */
  isUnanswered: boolean;
  /**
   * The options, if the reply asks the contact which of them is meant. The contact replies with a number from 1, or 0 for none.
   * Empty: the reply is no such question.
   */
  choices: string[];
  trace: Trace;
};

/** What the assistant did, for the playground, the evals and the figures. It never contains a secret. */
export type Trace = {
  passages: FoundPassage[];
  /** What the model or the endpoint received, word for word. */
  prompt: { role: string; content: string }[];
  /** The reply before keywords were removed. */
  raw: string | null;
  toolCalls: { name: string; input: unknown; isAllowed: boolean; outcome: string }[];
  model: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
};

/** The trace of a turn that looked nothing up and called no model. */
export const NO_TRACE: Readonly<Trace> = {
  passages: [],
  prompt: [],
  raw: null,
  toolCalls: [],
  model: null,
  promptTokens: null,
  completionTokens: null,
};

/** A reply without text and without actions. */
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

/** An assistant of one type. It takes its settings and returns a reply. It reads and writes no conversation. */
export type Engine = (turn: Turn) => Promise<Reply>;

/**
 * The provider did not answer properly. A turn makes up to three attempts unless `isFinal`, and then hands the conversation over.
 * `message` is a clause for people ("the model's key was refused") and contains no secret.
 */
export class EngineFailure extends Error {
  readonly isFinal: boolean;
  readonly retryAfterMs: number | null;
  /** The translatable form of `message`, which is its English text. */
  readonly said: Said;
  constructor(clause: string | Said, { isFinal = false, retryAfterMs = null as number | null } = {}) {
    const said = typeof clause === "string" ? quote(clause) : clause;
    super(inEnglish(said));
    this.said = said;
    this.isFinal = isFinal;
    this.retryAfterMs = retryAfterMs;
  }
}
