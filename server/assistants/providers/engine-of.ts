import type { AIType } from "../../generated/prisma/enums.ts";
import { PROPERTIES } from "../assistant-properties.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import { builtIn } from "../built-in/built-in.ts";
import type { Engine } from "../engine.ts";
import { sourceKey } from "../knowledge/source-key.ts";
import { custom } from "./custom.ts";
import { providerA } from "./provider-a.ts";
import { providerB } from "./provider-b.ts";
import { storableReply } from "./storable-reply.ts";

/** Which assistant it is: the built-in one looks up what it knows. */
export type EnginePlace = { workspaceId: number; aiId: string };

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
