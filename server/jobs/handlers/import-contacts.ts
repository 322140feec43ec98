import { importContacts as importContactsOf } from "../../clients/import-contacts.ts";
import type { JobPayload } from "../queue.ts";

/** Takes the contacts of an uploaded file over, from where the worker before was. */
export async function importContacts({ workspaceId, jobId }: JobPayload<"import-contacts">): Promise<void> {
  await importContactsOf(workspaceId, jobId);
}
