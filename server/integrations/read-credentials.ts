import { channelOf } from "../channels/registry.ts";
import { badInput } from "../errors.ts";
import { IntegrationType as TYPES, type IntegrationType } from "../generated/prisma/enums.ts";
import { assertPublicUrl } from "../safe-fetch.ts";
import { parseJson } from "../text-rules.ts";
import { say } from "../say.ts";

/**
 * Validates integrationProperties for the channel type. Every URL in them must be one that this service may call.
 * @throws AppError BAD_INPUT, with the path of each wrong property; for a type that cannot be created yet, with the types that can.
 */
export async function readCredentials(type: IntegrationType, input: unknown): Promise<Record<string, unknown>> {
  const { adapter } = channelOf(type);
  if (!adapter) throw badInput("type", say("channels.notCreatable", { type, types: creatableTypes().join(", ") }));
  const credentials = parseJson("integrationProperties", adapter.credentials, input);
  for (const [name, value] of Object.entries(credentials)) {
    if (typeof value !== "string" || !/^https?:/i.test(value)) continue;
    await assertPublicUrl(value, `integrationProperties.${name}`);
  }
  return credentials;
}

/** The types that createIntegration accepts. */
export function creatableTypes(): IntegrationType[] {
  return Object.values(TYPES).filter((type) => channelOf(type).creatableByApi && channelOf(type).adapter !== null);
}
