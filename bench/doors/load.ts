import { fork } from "node:child_process";
import { resolve } from "node:path";
import { z } from "zod";
import { firstWord, gone } from "../product.ts";

/**
 * A load. Every request is a JSON POST. `body` has placeholders: `{{n}}` is the request's number in this run; `{{0}}`, `{{1}}`
 * … are the words of its subject. Subjects are used in turn. Without subjects, every request has its own, `{{0}}` = RUN-n.
 */
export type Load = {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Prefix of everything created in this run, so that its rows can be found. */
  run: string;
  subjects: string[][] | null;
  connections: number;
  seconds: number;
  /** Ends earlier, after this many requests. */
  most?: number | undefined;
};

/** Known bodies, each sent once on schedule: `perSecond` of them, regardless of earlier responses. */
export type PacedLoad = Pick<Load, "port" | "path" | "headers" | "connections"> & {
  bodies: string[];
  perSecond: number;
  /** Signs each body as Meta does. Omitted: no signature. */
  secret?: string;
};

const seen = z.object({
  /** Responses with 200 and without a GraphQL error. */
  acked: z.number(),
  /** All other responses, and the first of them. */
  refused: z.number(),
  refusal: z.string().nullable(),
  /** From the first request to the last response. */
  seconds: z.number(),
  /** Milliseconds from the request (paced: from its scheduled time) to the response. */
  p50: z.number(),
  p99: z.number(),
});
export type Seen = z.infer<typeof seen>;

export type Loader = {
  run: (load: Load) => Promise<Seen>;
  runPaced: (load: PacedLoad) => Promise<Seen>;
  stop: () => Promise<void>;
};

/** Starts the load generator in a separate process, so that it disturbs neither the measuring process nor the server. */
export async function startLoader(): Promise<Loader> {
  const child = fork(resolve(import.meta.dirname, "load-process.ts"), { serialization: "advanced" });
  await firstWord(child, "The load");
  let fail: (error: Error) => void = () => undefined;
  child.once("exit", () => fail(new Error("The load ended before its time")));
  const tell = (order: { kind: "closed"; load: Load } | { kind: "paced"; load: PacedLoad }): Promise<Seen> =>
    new Promise((done, refuse) => {
      fail = refuse;
      child.once("message", (word) => done(seen.parse(word)));
      child.send(order);
    });
  return {
    run: (load) => tell({ kind: "closed", load }),
    runPaced: (load) => tell({ kind: "paced", load }),
    stop: () => gone(child),
  };
}
