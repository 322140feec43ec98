import { findAgent } from "../agents/access.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import { parsePhone } from "../phone.ts";
import { ensureTags, readTagValues } from "../tags/tag-values.ts";
import { LONG_LINE_MAX, optionalEmail, optionalLine } from "../text-rules.ts";

/** The fields of a contact that people and keys may set. Missing: unchanged. null: emptied. */
export type ClientFields = {
  [Field in Line | "email" | "phone" | "address" | "defaultAgentId"]?: string | null;
} & { tags?: string[] | null };

const LINES = ["name", "surname", "code", "city", "country"] as const;
type Line = (typeof LINES)[number];

/**
 * The fields as they are stored: lines trimmed, the phone number in E.164, the country derived from it unless one is given.
 * The result contains only fields that the input names.
 * @throws AppError BAD_INPUT with the path of the field and its reason.
 */
export function readClientFields(input: ClientFields) {
  const lines = Object.fromEntries(
    LINES.flatMap((name) => (input[name] === undefined ? [] : [[name, optionalLine(name, input[name]) ?? null]])),
  ) as Partial<Record<Line, string | null>>;
  const phoneText = optionalLine("phone", input.phone);
  const phone = phoneText ? parsePhone("phone", phoneText, lines.country) : null;
  const email = optionalEmail("email", input.email);
  const address = optionalLine("address", input.address, LONG_LINE_MAX);
  return {
    ...(phone ? { phone: phone.e164, ...(phone.country ? { country: phone.country } : {}) } : {}),
    ...(phoneText === null ? { phone: null } : {}),
    ...lines,
    ...(email !== undefined ? { email } : {}),
    ...(address !== undefined ? { address } : {}),
    ...(input.defaultAgentId !== undefined ? { defaultAgentId: input.defaultAgentId } : {}),
    ...(input.tags !== undefined ? { tags: readTagValues("tags", input.tags ?? []) } : {}),
  };
}

/**
 * Handles what the fields refer to: checks that the agent exists, and adds new tag values to the tag list.
 * @throws AppError NOT_FOUND when the agent is missing, deleted or of another workspace.
 */
export async function settleReferences(tx: Ctx, fields: ReturnType<typeof readClientFields>): Promise<void> {
  if (fields.defaultAgentId && !(await findAgent(tx, fields.defaultAgentId))) throw notFound("agent");
  if (fields.tags) await ensureTags(tx, "client", fields.tags);
}
