import { z } from "zod";
import { jsonOf } from "../../provider-fetch.ts";
import { safeFetch } from "../../safe-fetch.ts";
import { quote, say, type Said } from "../../say.ts";
import { TAGS_MAX } from "../../tags/tag-values.ts";
import type { PROPERTIES } from "../assistant-properties.ts";
import {
  EngineFailure,
  type ContextMessage,
  type Engine,
  type Reply,
  type Trace,
  NO_REPLY,
  NO_TRACE,
} from "../engine.ts";
import { cutKeywords } from "../keywords.ts";
import { wordsOf } from "./dialogue.ts";
import { PROVIDER_DEADLINE_MS, unreached, isPassing, retryAfterMs } from "./guarded-fetch.ts";

const ANSWER_MAX_BYTES = 1024 * 1024;
const REASON_MAX = 200;

/**
 * The customer's own HTTP endpoint: it receives the conversation and returns the answer. A retry after a failure
 * uses the same idempotency-key.
 */
export function custom({ endpoint, headers }: z.infer<(typeof PROPERTIES)["custom"]>): Engine {
  return async (turn) => {
    const body = JSON.stringify({
      workspaceId: turn.workspaceId,
      convId: turn.convId,
      clientId: turn.clientId,
      messages: turn.messages.map(messageOf),
    });
    const reply = await safeFetch({
      url: endpoint,
      method: "POST",
      headers: headersOf(turn.key, headers ?? {}),
      body,
      deadlineMs: PROVIDER_DEADLINE_MS,
      maxBodyBytes: ANSWER_MAX_BYTES,
      signal: turn.signal,
    });
    if (reply.kind !== "answer") {
      const { message, isFinal } = unreached(reply, turn.signal);
      throw new EngineFailure(`its endpoint ${message}`, { isFinal });
    }
    const { status } = reply;
    if (status < 200 || status > 299) {
      const clause = `its endpoint answered ${status}${status < 400 ? ", a redirect, which is not followed" : ""}`;
      throw new EngineFailure(clause, { isFinal: !isPassing(status), retryAfterMs: retryAfterMs(reply.headers) });
    }
    if (reply.cut) throw new EngineFailure("its endpoint broke its answer off, or wrote more than 1 MiB");
    // Anyone with a signed address can fetch the file. Only the endpoint may have it, not the readers of the trace.
    const content = body.replace(/([?&]signature=)[\w-]+/g, "$1•••");
    return replyOf(reply.body, { ...NO_TRACE, prompt: [{ role: "request", content }], raw: reply.body });
  };
}

/** The customer's own headers without duplicates. The headers that the contract defines override them. */
function headersOf(key: string, own: Record<string, string>): Record<string, string> {
  const headers = new Headers({ accept: "application/json", "user-agent": "Omnichannel-Assistants/1.0" });
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("idempotency-key", key);
  return Object.fromEntries(headers);
}

/** The contract has text, audio and document messages. Images and videos are sent as documents, everything else as text. */
function messageOf({ role, type, content, url, createdAt }: ContextMessage): Record<string, string> {
  const isFile = type === "audio" || type === "document" || type === "image" || type === "video";
  const said = isFile ? content : wordsOf({ type, content });
  return {
    role,
    type: !isFile ? "text" : type === "audio" ? "audio" : "document",
    ...(said === null ? {} : { content: said }),
    ...(isFile && url !== null ? { url } : {}),
    createdAt: createdAt.toISOString(),
  };
}

const address = z.string("must be an address").refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
  error: "must begin with http:// or https://",
});
const claim = z.boolean("must be true or false");
const ANSWER = {
  content: z.string("must be text").nullish(),
  audioUrl: address.nullish(),
  documentUrl: address.nullish(),
  /** A string is the reason, for the people who take over. */
  handover: z.union([claim, z.string()], "must be true, false or a reason").nullish(),
  end: claim.nullish(),
  tags: z.array(z.string("must be text"), "must be a list of texts").nullish(),
};
const answerShape = z.object(ANSWER, "must be an object");

function replyOf(body: string, trace: Trace): Reply {
  const json = body.trim() === "" ? {} : jsonOf(body);
  if (json === null) throw final("its endpoint answered with something that is no JSON");
  const { data, error } = answerShape.safeParse(json);
  if (!data) {
    const [issue] = error.issues;
    const path = issue?.path.join(".") ?? "";
    throw final(`its endpoint's answer is not as agreed: ${path === "" ? "it" : path} ${issue?.message ?? "is wrong"}`);
  }
  const names = Object.keys(json as object);
  if (names.length > 0 && !names.some((name) => name in ANSWER)) {
    throw final(`its endpoint's answer has none of ${Object.keys(ANSWER).join(", ")}`);
  }
  if (data.audioUrl && data.documentUrl) throw final("its endpoint's answer has two files, and a message has one");
  const { text, handover, end } = cutKeywords(data.content ?? "");
  const reason = reasonOf(data.handover) ?? (handover ? say("reason.endpointAsked") : null);
  const file = data.audioUrl
    ? ({ type: "audio", url: data.audioUrl } as const)
    : data.documentUrl
      ? ({ type: "document", url: data.documentUrl } as const)
      : null;
  const isEnding = (end || data.end === true) && reason === null;
  const tags = (data.tags ?? []).slice(0, TAGS_MAX);
  const isNothing = text === null && file === null && reason === null && !isEnding && tags.length === 0;
  const handsOver = isNothing ? say("reason.emptyAnswer") : reason;
  return {
    ...NO_REPLY,
    text,
    file,
    handover: handsOver && { reason: handsOver },
    end: isEnding,
    tags,
    isUnanswered: isNothing,
    trace,
  };
}

function reasonOf(handover: boolean | string | null | undefined): Said | null {
  if (handover === true) return say("reason.endpointAsked");
  if (typeof handover !== "string" || handover.trim() === "") return null;
  return quote(handover.replace(/\s+/g, " ").trim().slice(0, REASON_MAX));
}

function final(message: string): EngineFailure {
  return new EngineFailure(message, { isFinal: true });
}
