/**
 * The start command runs this in a separate process. It fills an empty database with the demo workspace. It stores the data that
 * a new user needs (sign-in, workspace, key) in DATA_DIR/demo.json for this and later starts.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { disconnect } from "../db.ts";
import { env } from "../env.ts";
import { seedDemo } from "./seed-demo.ts";
import { failWith } from "./run.ts";

// The start command was killed, so nothing reads the result.
process.on("disconnect", () => process.exit(1));

try {
  const { DATA_DIR } = env();
  const unfinished = join(DATA_DIR, "demo-unfinished");
  mkdirSync(DATA_DIR, { recursive: true });
  writeFileSync(unfinished, "");
  const facts = await seedDemo();
  writeFileSync(join(DATA_DIR, "demo.json"), JSON.stringify(facts), { mode: 0o600 });
  rmSync(unfinished);
  await disconnect();
  process.exit(0);
} catch (error) {
  failWith(error);
}
