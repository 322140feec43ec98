import { EMPTY_FORM, type BroadcastForm } from "./broadcast-form.ts";
import { newKey } from "../ui/new-key.ts";

/** The storage key of a broadcast being written in this tab. `place`: its ID, "new", or a result of `beginBroadcast`. */
export function formKey(workspaceId: number, place: string): string {
  return `broadcast-${workspaceId}-${place}`;
}

/**
 * Starts another broadcast form without replacing the one that may be open on the page for new broadcasts.
 * @returns its place, for the URL of that page.
 */
export function beginBroadcast(
  workspaceId: number,
  given: Partial<Pick<BroadcastForm, "clientIds" | "integrationId" | "segmentId">>,
  storage: Pick<Storage, "setItem">,
): string {
  const place = `new-${newKey()}`;
  storage.setItem(formKey(workspaceId, place), JSON.stringify({ ...EMPTY_FORM, ...given } satisfies BroadcastForm));
  return place;
}
