import type { AIType } from "../../generated/prisma/enums.ts";
import { PROPERTIES, type AssistantProperties } from "../assistant-properties.ts";
import { builtIn } from "../built-in/built-in.ts";
import type { Engine, Reply } from "../engine.ts";
import { sourceKey } from "../knowledge/sync-sources.ts";
import { custom } from "./custom.ts";
import { providerA } from "./provider-a.ts";
import { providerB } from "./provider-b.ts";

/** Identifies the assistant. The built-in one needs it to find its sources. */
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
 * The engine for an assistant type with these (decrypted) properties, live or from any version.
 * @throws ZodError for properties that `readProperties` has never checked.
 */
export function engineOf(type: AIType, properties: AssistantProperties, place: EnginePlace): Engine {
  const engine = ENGINES[type](properties, place);
  return async (turn) => storableReply(await engine(turn));
}

/** JSON escapes only these as \u….: NUL, other control characters, and lone surrogates. */
const ESCAPE = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/** Characters of a provider's text kept in the trace: more than can be sent, but not megabytes per turn. */
const RAW_MAX = 70_000;

/**
 * A reply that the database can store, with its trace. A provider may send NUL or a lone surrogate. Neither a text nor a JSON column
 * accepts these, and the turn must not fail because of them.
 */
export function storableReply(reply: Reply): Reply {
  const { raw } = reply.trace;
  if (raw !== null && raw.length > RAW_MAX)
    return storableReply({ ...reply, trace: { ...reply.trace, raw: `${raw.slice(0, RAW_MAX - 1)}…` } });
  const json = JSON.stringify(reply);
  const mended = json.replace(ESCAPE, (escape, broken?: string) => (broken === undefined ? escape : "\\ufffd"));
  return mended === json ? reply : (JSON.parse(mended) as Reply);
}
