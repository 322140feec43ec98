import { fork } from "node:child_process";
import { resolve } from "node:path";
import { z } from "zod";
import { firstWord, gone, rssMbOf } from "../product.ts";

/** A child process: a floor, or the far side. It reports its port when it listens, and answers one request at a time. */
export type Side = {
  pid: number;
  port: number;
  url: (path: string) => string;
  rssMb: () => number;
  ask: <T>(shape: z.ZodType<T>, question: object) => Promise<T>;
  stop: () => Promise<void>;
};

const hello = z.object({ port: z.number() });

/** @param module a file of bench/. */
export async function startSide(module: string, env: Record<string, string> = {}): Promise<Side> {
  const child = fork(resolve(import.meta.dirname, "..", module), {
    env: { ...process.env, ...env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const { port } = hello.parse(await firstWord(child, module));
  let last: Promise<unknown> = Promise.resolve();
  const pid = child.pid ?? 0;
  return {
    pid,
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    rssMb: () => rssMbOf(pid),
    ask: <T>(shape: z.ZodType<T>, question: object) => {
      const answer = last.then(async () => {
        const said = firstWord(child, module);
        child.send(question);
        return shape.parse(await said);
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    stop: () => gone(child),
  };
}
