import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The address of Node's inspector once it is enabled. */
const INSPECTOR = "http://127.0.0.1:9229/json/list";
const INTERVAL_US = 200;
const TOP = 20;

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const callFrame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() });
const profile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
const reply = z.object({ id: z.number(), result: z.unknown(), error: z.object({ message: z.string() }).optional() });

/** Takes CPU profiles of a running Node process. `of` takes one during `work`. */
export type Profiler = { of: <T>(name: string, work: () => Promise<T>) => Promise<T>; stop: () => void };

/** @param dir the folder for the profiles, which Chromium's tools can open. `say` gets the functions with the most self time. */
export async function openProfiler(pid: number, dir: string, say: (line: string) => void): Promise<Profiler> {
  mkdirSync(dir, { recursive: true });
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await inspectorOf());
  await new Promise((open, fail) => {
    socket.addEventListener("open", open);
    socket.addEventListener("error", () => fail(new Error("the inspector cannot be reached")));
  });
  let last = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((done, fail) => {
      const id = (last += 1);
      const listen = ({ data }: MessageEvent) => {
        const { id: of, result, error } = reply.parse(JSON.parse(String(data)));
        if (of !== id) return;
        socket.removeEventListener("message", listen);
        if (error) fail(new Error(`${method}: ${error.message}`));
        else done(result);
      };
      socket.addEventListener("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call("Profiler.enable");
  await call("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  return {
    async of(name, work) {
      await call("Profiler.start");
      const result = await work();
      const stopped = z.object({ profile: z.unknown() }).parse(await call("Profiler.stop"));
      const file = join(dir, `${name.replace(/\W+/g, "-")}.cpuprofile`);
      writeFileSync(file, JSON.stringify(stopped.profile));
      say(`${file}\n${topOf(profile.parse(stopped.profile))}`);
      return result;
    },
    stop: () => socket.close(),
  };
}

async function inspectorOf(): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const listed = await fetch(INSPECTOR).catch(() => null);
    const [target] = listed ? targets.parse(await listed.json()) : [];
    if (target) return target.webSocketDebuggerUrl;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error("the process opened no inspector on port 9229: is another one there?");
}

/** The functions with the most self time, with their share of the time that was not idle. */
function topOf({ nodes, samples, timeDeltas }: z.infer<typeof profile>): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === "(idle)") continue;
    const place = frame.url.split("/").slice(-3).join("/");
    const name = `${frame.functionName || "(anonymous)"} ${place}${place ? `:${frame.lineNumber + 1}` : ""}`;
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, TOP);
  const lines = top.map(([name, time]) => `  ${((time / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
  return `  ${Math.round(busy / 1_000)} ms busy\n${lines.join("\n")}`;
}
