import { fork } from "node:child_process";
import { resolve } from "node:path";
import { z } from "zod";
import { firstWord, gone } from "../product.ts";

/**
 * What is asked. Every question is POSTed as JSON; `body` has places: `{{n}}` the number of the question in this run, `{{0}}`,
 * `{{1}}` … the words of its subject. Subjects take turns; without any every question has one of its own, `{{0}}` = RUN-n.
 */
export type Load = {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Begins what is new in this run, so that its rows are found again. */
  run: string;
  subjects: string[][] | null;
  connections: number;
  seconds: number;
};

/** Bodies that are known before, each sent once at its time: `perSecond` of them, whatever becomes of the ones before. */
export type PacedLoad = Pick<Load, "port" | "path" | "headers" | "connections"> & {
  bodies: string[];
  perSecond: number;
  /** Each body is signed with it as Meta does; without it none is. */
  secret?: string;
};

const seen = z.object({
  /** Answered with 200 and without a GraphQL error. */
  acked: z.number(),
  /** All else, and the first of it. */
  refused: z.number(),
  refusal: z.string().nullable(),
  /** From the first question to the last answer. */
  seconds: z.number(),
  /** Milliseconds from question (paced: from its time) to answer. */
  p50: z.number(),
  p99: z.number(),
});
export type Seen = z.infer<typeof seen>;

export type Loader = {
  run: (load: Load) => Promise<Seen>;
  runPaced: (load: PacedLoad) => Promise<Seen>;
  stop: () => Promise<void>;
};

/** A process that asks: its work is not in the way of the one that measures, nor of what answers. */
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
