import type { ServerResponse } from "node:http";
import { z } from "zod";

/** How the model provider's stand-in misbehaves. */
export const aiFault = z.union([
  z.object({
    status: z.int().min(300).max(599),
    code: z.string().nullable().default(null),
    message: z.string().default("The stand-in was asked to fail"),
    /** `Retry-After` header, in seconds. */
    retryAfter: z.number().min(0).optional(),
    /** OpenAI's `retry-after-ms` header, in milliseconds. */
    retryAfterMs: z.number().min(0).optional(),
  }),
  /** No response, a broken connection, invalid JSON, JSON of the wrong shape, or a truncated response. */
  z.enum(["hang", "drop", "malformed", "strange", "cut"]),
]);
export type AiFault = z.infer<typeof aiFault>;
export type AiStatusFault = Exclude<AiFault, string>;

/** A hanging response is dropped after this many milliseconds. The product times out long before. */
const HANG_MS = 60_000;

/** A queue of faults, first in, first out. Each request takes one. */
export type AiFaults = { add: (fault: z.input<typeof aiFault>, times?: number) => void; take: () => AiFault | null };

export function aiFaults(): AiFaults {
  const waiting: AiFault[] = [];
  return {
    add(fault, times = 1) {
      for (let i = 0; i < times; i++) waiting.push(aiFault.parse(fault));
    },
    take: () => waiting.shift() ?? null,
  };
}

/** Produces faults below the level of the provider's own error format. */
export function misbehaveAi(fault: Exclude<AiFault, AiStatusFault>, response: ServerResponse): void {
  switch (fault) {
    case "hang": {
      const timer = setTimeout(() => response.destroy(), HANG_MS);
      response.on("close", () => clearTimeout(timer));
      return;
    }
    case "drop":
      response.destroy();
      return;
    case "malformed":
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"id": "half');
      return;
    case "strange":
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"hello": "world"}');
      return;
    case "cut":
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"id": "half');
      setTimeout(() => response.destroy(), 20);
      return;
  }
}

export function retryHeaders({ retryAfter, retryAfterMs }: AiStatusFault): Record<string, string> {
  return {
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(retryAfterMs === undefined ? {} : { "retry-after-ms": String(retryAfterMs) }),
  };
}
