/**
 * `npm run build`: builds everything that production needs: database client, API reference, pages, web chat. `npm start` builds
 * it too.
 */
import { ensureBuild } from "./build.ts";
import { ensureWebchat } from "./build-webchat.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { failWith } from "./run.ts";

try {
  ensurePrismaClient();
  await Promise.all([ensureBuild(), ensureWebchat()]);
  process.exit(0);
} catch (error) {
  failWith(error);
}
