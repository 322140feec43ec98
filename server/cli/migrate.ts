/** `npm run migrate`: migrates the database of DATABASE_URL, for deployments without `npm start`. */
import { migrate } from "../../prisma/migrate.ts";
import { readSettings, SettingError } from "../env.ts";
import { answerHelp, failWith } from "./run.ts";

answerHelp("Usage: npm run migrate (settings: DATABASE_URL)");
try {
  const { DATABASE_URL } = readSettings(process.env);
  if (!DATABASE_URL) throw new SettingError("DATABASE_URL: must be set (npm start migrates its own database)");
  const applied = await migrate(DATABASE_URL);
  console.log(applied.length > 0 ? `Migrations applied: ${applied.join(", ")}.` : "The database is up to date.");
  // The engine's lock timer would keep the process running for ten seconds.
  process.exit(0);
} catch (error) {
  failWith(error);
}
