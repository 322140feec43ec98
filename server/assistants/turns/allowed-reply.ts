import type { AIType } from "../../generated/prisma/enums.ts";
import { inEnglish, say, type Said } from "../../say.ts";
import { TAG_MAX } from "../../tags/tag-values.ts";
import { PROPERTIES, type AssistantProperties } from "../assistant-properties.ts";
import type { GatheredField, Reply, Trace } from "../engine.ts";

/** What an assistant's settings allow besides writing, whatever its model or the contact says. */
type Allowance = {
  handover: boolean;
  end: boolean;
  /** If null, any tag. */
  tags: readonly string[] | null;
  fields: readonly GatheredField[];
};

/** Keywords and the custom endpoint's fields are allowed for the types that have them. The built-in assistant needs them enabled. */
function allowanceOf(type: AIType, properties: AssistantProperties): Allowance {
  if (type === "builtIn") {
    const { handover, tagging } = PROPERTIES.builtIn.parse(properties);
    return {
      handover: handover?.enabled === true,
      end: false,
      tags: tagging?.enabled ? tagging.tags : [],
      fields: gatheredBy(type, properties),
    };
  }
  return { handover: true, end: true, tags: type === "custom" ? null : [], fields: [] };
}

/** The contact's fields that this assistant gathers. It sees and fills only these. */
export function gatheredBy(type: AIType, properties: AssistantProperties): readonly GatheredField[] {
  return type === "builtIn" ? (PROPERTIES.builtIn.parse(properties).gather ?? []) : [];
}

const REASON_MAX = 300;

/**
 * Removes what the settings do not allow, and records each refusal in the trace. A conversation is either handed over or ended. An empty
 * reply always hands over, whatever the settings, so that every contact gets an answer.
 */
export function allowedReply(type: AIType, properties: AssistantProperties, reply: Reply): Reply {
  const allowance = allowanceOf(type, properties);
  const refused: Trace["toolCalls"] = [];
  const refuse = (name: string, input: unknown, outcome: string) =>
    refused.push({ name, input, isAllowed: false, outcome });

  const says = reply.text !== null || reply.file !== null;
  if (reply.end && !allowance.end) refuse("end", {}, "this assistant may not end conversations");
  const end = reply.end && allowance.end && reply.handover === null;
  const isRefused = reply.handover !== null && says && !allowance.handover;
  if (reply.handover !== null && isRefused)
    refuse("handover", { reason: inEnglish(reply.handover.reason) }, "handing over is not enabled in its settings");
  const wish = reply.handover && { reason: inALine(reply.handover.reason) };
  const handover = says || end ? (isRefused ? null : wish) : (wish ?? { reason: say("reason.noAnswer") });

  const tags = [...new Set(reply.tags.map((tag) => line(tag)))].filter((tag) => {
    const isAllowed = allowance.tags?.includes(tag) ?? (tag !== "" && tag.length <= TAG_MAX);
    if (!isAllowed) refuse("tag", { tag }, "it is none of the tags that this assistant may apply");
    return isAllowed;
  });
  const fields = Object.fromEntries(
    Object.entries(reply.fields).filter(([name, value]) => {
      const isAllowed = allowance.fields.some((field) => field === name);
      if (!isAllowed) refuse("field", { name, value }, "this assistant does not gather it");
      return isAllowed;
    }),
  );
  const trace = { ...reply.trace, toolCalls: [...reply.trace.toolCalls, ...refused] };
  return { ...reply, handover, end, tags, fields, trace };
}

/** External text as one line that can be stored and shown. */
function line(text: string, max = Infinity): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return plain.length <= max ? plain : `${plain.slice(0, max - 1).toWellFormed()}…`;
}

/** Puts a reason from outside into one line. Our own reasons already are. */
function inALine({ code, params }: Said): Said {
  return typeof params.text === "string" ? { code, params: { text: line(params.text, REASON_MAX) } } : { code, params };
}
