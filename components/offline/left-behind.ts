import { z } from "zod";
import { DRAFT_PREFIX } from "../composer/draft-store.ts";
import { OUTBOX_KEY } from "./outbox-store.ts";

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The number of a person's messages and drafts in this browser that the service does not have yet. */
export function unsentOf(storage: Kept, userId: string): number {
  const dirty = draftsOf(storage, userId).filter((key) => isDirty(storage.getItem(key)));
  return outbox(storage).filter((entry) => entry.userId === userId).length + dirty.length;
}

/** Deletes a person's messages and drafts from a browser's storage, so that conversations do not stay after a sign-out. */
export function dropUnsent(storage: Kept, userId: string): void {
  const others = outbox(storage).filter((entry) => entry.userId !== userId);
  storage.setItem(OUTBOX_KEY, JSON.stringify(others));
  for (const key of draftsOf(storage, userId)) storage.removeItem(key);
}

/** Reads entries of any release. An entry without an owner is deleted at the next sign-out. */
function outbox(storage: Kept) {
  const written = z.looseObject({ userId: z.string() });
  const kept = read(z.array(z.unknown()), storage.getItem(OUTBOX_KEY)) ?? [];
  return kept.map((entry) => written.safeParse(entry)).flatMap((entry) => (entry.success ? [entry.data] : []));
}

/** `inbox-draft:WORKSPACE:USER:CONVERSATION:MODE` */
function draftsOf(storage: Kept, userId: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(`${DRAFT_PREFIX}:`) && key.split(":")[2] === userId);
}

function isDirty(text: string | null): boolean {
  return read(z.object({ isDirty: z.boolean() }), text)?.isDirty ?? false;
}

function read<T>(shape: z.ZodType<T>, text: string | null): T | null {
  try {
    return shape.parse(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}
