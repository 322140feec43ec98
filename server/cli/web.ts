/** `npm run web`: a web process. It needs DATABASE_URL; `npm start` provides its own database. */
import { flushCompileCache } from "node:module";
import { refuseUnbuilt } from "./build.ts";
import { IS_DEV, prepareProcess } from "./prepare-process.ts";
import { failWith, runService } from "./run.ts";

try {
  const settings = prepareProcess();
  if (!IS_DEV) refuseUnbuilt();
  await runService(
    async () => (await import("../web.ts")).startWeb({ isDev: IS_DEV }),
    () => settings.SHUTDOWN_SECONDS,
  );
  // An edit may kill this process. The next one reuses its compiled code.
  if (IS_DEV) flushCompileCache();
} catch (error) {
  failWith(error);
}
