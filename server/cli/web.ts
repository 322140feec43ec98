/** `npm run web`: a web process. It needs DATABASE_URL; `npm start` brings a database of its own. */
import { prepareProcess } from "./prepare-process.ts";
import { failWith, runService } from "./run.ts";

try {
  const settings = prepareProcess();
  await runService(
    async () => (await import("../web.ts")).startWeb(),
    () => settings.SHUTDOWN_SECONDS,
  );
} catch (error) {
  failWith(error);
}
