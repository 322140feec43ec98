import type { AIType } from "../../generated/prisma/enums.ts";
import { PROPERTIES, type AssistantProperties } from "../assistant-properties.ts";
import { builtIn } from "../built-in/built-in.ts";
import type { Engine, Reply } from "../engine.ts";
import { sourceKey } from "../knowledge/sync-sources.ts";
import { custom } from "./custom.ts";
import { providerA } from "./provider-a.ts";
import { providerB } from "./provider-b.ts";

/** Which assistant it is: the built-in one looks up what it knows. */
type EnginePlace = { workspaceId: number; aiId: string };

const ENGINES = {
  provider_a: (properties) => providerA(PROPERTIES.provider_a.parse(properties)),
  provider_b: (properties) => providerB(PROPERTIES.provider_b.parse(properties)),
  custom: (properties) => custom(PROPERTIES.custom.parse(properties)),
  builtIn: (properties, place) => {
    const settings = PROPERTIES.builtIn.parse(properties);
    return builtIn(settings, { ...place, sourceKeys: (settings.sources ?? []).map(sourceKey) });
  },
} satisfies Record<AIType, (properties: AssistantProperties, place: EnginePlace) => Engine>;

/**
 * What stands behind an assistant of this type with these properties (decrypted): those that are live, or a version's.
 * @throws ZodError for properties that were never checked by `readProperties`.
 */
export function engineOf(type: AIType, properties: AssistantProperties, place: EnginePlace): Engine {
  const engine = ENGINES[type](properties, place);
  return async (turn) => storableReply(await engine(turn));
}

/** JSON writes only these as \u….: NUL and the other control characters, and halves of a pair that stand alone. */
const ESCAPE = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/** Characters of what a provider wrote that are kept in the trace: more than can be sent, and no megabytes in each turn's row. */
const RAW_MAX = 70_000;

/**
 * A reply that the database can keep, its trace included: a provider may write NUL or half a character, which neither a text nor a JSON
 * column takes, and a turn must not fail at that.
 */
export function storableReply(reply: Reply): Reply {
  const { raw } = reply.trace;
  if (raw !== null && raw.length > RAW_MAX)
    return storableReply({ ...reply, trace: { ...reply.trace, raw: `${raw.slice(0, RAW_MAX - 1)}…` } });
  const json = JSON.stringify(reply);
  const mended = json.replace(ESCAPE, (escape, broken?: string) => (broken === undefined ? escape : "\\ufffd"));
  return mended === json ? reply : (JSON.parse(mended) as Reply);
}
