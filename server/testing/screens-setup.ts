import { hasReference, makeReference } from "../cli/api-reference.ts";
import { ensurePrismaClient } from "../cli/prisma-client.ts";

/** What screens import that is generated and not committed. */
export async function setup(): Promise<void> {
  if (hasReference()) return;
  ensurePrismaClient();
  await makeReference();
}
