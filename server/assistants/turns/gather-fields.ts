import { readClientFields } from "../../clients/client-fields.ts";
import { patchClient } from "../../clients/patch-client.ts";
import type { Ctx } from "../../ctx.ts";
import { AppError } from "../../errors.ts";
import type { Client } from "../../generated/prisma/client.ts";
import type { GatheredField, Reply, Trace } from "../engine.ts";

type Fields = Partial<Record<GatheredField, string>>;

/**
 * Keeps what the assistant has learned of the client: what was not known yet, and what the client has just said anew. A number is
 * taken only where there is none and it is nobody else's: by it a message is matched to a contact, and anybody can claim one.
 * @param tx the open transaction, with the client's row locked.
 * @param said what the client wrote in this turn.
 * @returns what was not taken, and why, for the trace.
 */
export async function gatherFields(
  tx: Ctx,
  client: Client,
  fields: Reply["fields"],
  said: readonly string[],
): Promise<Trace["toolCalls"]> {
  const refused: Trace["toolCalls"] = [];
  const taken: Fields = {};
  for (const [name, value] of Object.entries(fields) as [GatheredField, string][]) {
    const why = whyNot(client, name, value, said) ?? (name === "phone" ? await whoseNumber(tx, client, value) : null);
    // Written out in full, or the client's country would be read into a number that names its own.
    if (why === null) taken[name] = name === "phone" ? (readClientFields({ phone: value }).phone ?? value) : value;
    else refused.push({ name: "field", input: { name, value }, isAllowed: false, outcome: why });
  }
  // A number tells a country, which is not to take the place of the one that is known.
  if (taken.phone !== undefined && client.country !== null) taken.country ??= client.country;
  const isNews = Object.entries(readClientFields(taken)).some(
    ([name, value]) => client[name as GatheredField] !== value,
  );
  if (isNews) await patchClient(tx, { id: client.id, ...taken });
  return refused;
}

function whyNot(client: Client, name: GatheredField, value: string, said: readonly string[]): string | null {
  if (client.deletedAt !== null) return "the contact is archived";
  if (value.trim() === "") return "it is empty";
  try {
    readClientFields({ [name]: value });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  const known = client[name];
  if (known === null || known === "") return null;
  if (name === "phone") return "the contact has a number; only people change it";
  return isSaid(value, said) ? null : "the contact has one, and the client did not name another";
}

/** Whether the client wrote it, whatever the case and spacing. */
function isSaid(value: string, said: readonly string[]): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return said.some((text) => plain(text).includes(plain(value)));
}

async function whoseNumber(tx: Ctx, client: Client, value: string): Promise<string | null> {
  const { phone } = readClientFields({ phone: value });
  const others = await tx.db.client.count({
    where: {
      workspaceId: tx.workspaceId,
      phone: phone ?? null,
      id: { not: client.id },
      isPlayground: client.isPlayground,
    },
  });
  return others > 0 ? "another contact has this number" : null;
}
