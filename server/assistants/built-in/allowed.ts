import { inEnglish, type Said } from "../../say.ts";
import type { GatheredField, Trace } from "../engine.ts";
import { readPhone } from "../../phone.ts";
import type { BuiltInSettings } from "../assistant-properties.ts";
import { z } from "zod";

/** What a model or a rule wants to do besides answering. */
export type Wishes = {
  /** Why a person should take over. null: no handover. */
  handover: Said | null;
  end: boolean;
  tags: readonly string[];
  fields: Readonly<Record<string, string>>;
};

type Allowed = {
  handover: { reason: Said } | null;
  tags: string[];
  fields: Partial<Record<GatheredField, string>>;
  /** Every wish and its outcome. */
  toolCalls: Trace["toolCalls"];
};

/**
 * Filters the wishes by the settings: handover and tags only if enabled, only tags of its list, and only fields that it gathers.
 * A field's value must appear in the contact's own messages. No setting allows it to end a conversation.
 * @param said the contact's own messages.
 */
export function allowed(wishes: Wishes, settings: BuiltInSettings, said: readonly string[]): Allowed {
  const toolCalls: Trace["toolCalls"] = [];
  const isAllowed = (name: string, input: unknown, refusal: string | null) => {
    toolCalls.push({ name, input, isAllowed: refusal === null, outcome: refusal ?? "done" });
    return refusal === null;
  };
  if (wishes.end) isAllowed("end", {}, "a built-in assistant does not end conversations");
  const isHandedOver =
    wishes.handover !== null &&
    isAllowed(
      "handover",
      { reason: inEnglish(wishes.handover) },
      settings.handover?.enabled ? null : "handing over is not enabled in its settings",
    );
  const tags = [...new Set(wishes.tags)].filter((tag) => isAllowed("tag", { tag }, tagRefusal(tag, settings)));
  const fields = Object.entries(wishes.fields).filter(([name, value]) =>
    isAllowed("field", { name, value }, fieldRefusal(name, value, settings, said)),
  );
  return {
    handover: isHandedOver && wishes.handover !== null ? { reason: wishes.handover } : null,
    tags,
    fields: Object.fromEntries(fields),
    toolCalls,
  };
}

function tagRefusal(tag: string, { tagging }: BuiltInSettings): string | null {
  if (!tagging?.enabled) return "tagging is not enabled in its settings";
  return tagging.tags.includes(tag) ? null : "it is none of the tags in its settings";
}

const EMAIL = z.email().max(254);
const VALUE_MAX = 200;

function fieldRefusal(name: string, value: string, { gather = [] }: BuiltInSettings, said: readonly string[]) {
  if (!gather.some((field) => field === name)) return "it does not gather this field";
  if (value.trim() === "" || value.length > VALUE_MAX) return "it is empty or too long";
  if (name === "email" && !EMAIL.safeParse(value).success) return "it is no e-mail address";
  if (name === "phone" && "reason" in readPhone(value)) return "it is no phone number";
  return isSaid(name, value, said) ? null : "the client did not write it";
}

/** Whether the value appears in a message of the contact, as whole words. For a phone number, only the digits count. */
function isSaid(name: string, value: string, said: readonly string[]): boolean {
  const plain = (text: string) =>
    name === "phone"
      ? text.replace(/(?<=\d)[\s()./-]+(?=[\d(])/g, "").replace(/(?<=[+\d])[()]/g, "")
      : text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const sought = plain(value);
  return said.map(plain).some((text) => {
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const isWhole =
        !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + sought.length));
      if (isWhole) return true;
    }
    return false;
  });
}
