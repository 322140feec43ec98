/**
 * The start command runs this in a separate process once web and simulator serve. It gives the demo workspace a channel of every
 * type. Safe at every start: existing channels are only registered again with their provider.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { disconnect } from "../db.ts";
import { env } from "../env.ts";
import { connectDemoChannels } from "./connect-demo-channels.ts";
import { newDemoProviders } from "./demo/provider-channels.ts";
import { failWith } from "./run.ts";

// The start command was killed, so nothing reads the result.
process.on("disconnect", () => process.exit(1));

const provider = z
  .object({ kind: z.string(), slug: z.string(), name: z.string(), accessToken: z.string() })
  .catchall(z.string());
const facts = z.looseObject({
  workspaceId: z.number(),
  simulatorUrl: z.url(),
  /** Missing in demos from before provider channels existed. */
  providers: z.array(provider).optional(),
});

try {
  const file = join(env().DATA_DIR, "demo.json");
  const demo = facts.parse(JSON.parse(readFileSync(file, "utf8")));
  const providers = demo.providers ?? newDemoProviders();
  if (!demo.providers) writeFileSync(file, JSON.stringify({ ...demo, providers }), { mode: 0o600 });
  await connectDemoChannels(demo.workspaceId, `http://127.0.0.1:${env().SIMULATOR_PORT}`, providers);
  await disconnect();
  process.exit(0);
} catch (error) {
  failWith(error);
}
