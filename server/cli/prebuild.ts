/** Builds pages and web chat ahead of the first start, for images: `npm start` does it by itself, a single process does not. */
import { ensureBuild } from "./build.ts";
import { ensureWebchat } from "./build-webchat.ts";
import { failWith } from "./run.ts";

Promise.all([ensureBuild(), ensureWebchat()]).then(() => process.exit(0), failWith);
