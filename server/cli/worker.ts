/** `npm run worker`: a worker process. It needs DATABASE_URL; `npm start` provides its own database. */
import { flushCompileCache } from "node:module";
import { IS_DEV, prepareProcess } from "./prepare-process.ts";
import { failWith, runService } from "./run.ts";

try {
  const settings = prepareProcess();
  await runService(
    async () => (await import("../work/worker.ts")).startWorker(),
    () => settings.SHUTDOWN_SECONDS,
  );
  // An edit may kill this process. The next one reuses its compiled code.
  if (IS_DEV) flushCompileCache();
} catch (error) {
  failWith(error);
}
