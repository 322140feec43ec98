import { hasReference, makeReference } from "../cli/api-reference.ts";
import { ensurePrismaClient } from "../cli/prisma-client.ts";

/** Creates the generated, uncommitted files that screens import. */
export async function setup(): Promise<void> {
  if (hasReference()) return;
  ensurePrismaClient();
  await makeReference();
}
