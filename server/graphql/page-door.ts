/** Who answers the requests of a page that is being drawn: the endpoint's path, the JSON body, the person's cookies; the answer's JSON. */
export type PageDoor = (path: string, body: string, cookie: string) => Promise<unknown>;

// Next bundles its own copies of what pages import. The schema is in a process once, beside Next, and pages reach it through here.
const globals = globalThis as typeof globalThis & { omnichannelPageDoor?: PageDoor };

/** Lets the pages of this process ask what a browser would ask. */
export function openPageDoor(door: PageDoor): void {
  globals.omnichannelPageDoor = door;
}

/** Null in a process that only draws pages: their browsers ask. */
export function pageDoor(): PageDoor | null {
  return globals.omnichannelPageDoor ?? null;
}
