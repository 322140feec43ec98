import { EMPTY_FORM, type BroadcastForm } from "./broadcast-form.ts";
import { newKey } from "../ui/new-key.ts";

/** Where a tab keeps a broadcast that is being written. `place`: its id, "new", or one of those that `beginBroadcast` gave. */
export function formKey(workspaceId: number, place: string): string {
  return `broadcast-${workspaceId}-${place}`;
}

/**
 * Begins a broadcast beside the one that may be on the page for new ones already.
 * @returns its place, for the address of that page.
 */
export function beginBroadcast(
  workspaceId: number,
  given: Pick<BroadcastForm, "clientIds" | "integrationId">,
  storage: Pick<Storage, "setItem">,
): string {
  const place = `new-${newKey()}`;
  storage.setItem(formKey(workspaceId, place), JSON.stringify({ ...EMPTY_FORM, ...given } satisfies BroadcastForm));
  return place;
}
