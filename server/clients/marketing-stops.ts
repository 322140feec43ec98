import { z } from "zod";

const stops = z.record(z.string(), z.object({ isStopped: z.boolean() }));

/** The channels whose marketing messages a contact stopped, from `ClientIdentity.marketing`. */
export function stoppedChannels(marketing: unknown): string[] {
  return Object.entries(stops.nullable().parse(marketing) ?? {}).flatMap(([id, { isStopped }]) =>
    isStopped ? [id] : [],
  );
}
