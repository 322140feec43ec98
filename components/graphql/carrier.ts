/** Brings the JSON body of a request to the endpoint at a path, and the answer's JSON back. */
export type Carrier = (path: string, body: string) => Promise<unknown>;

let chosen: Carrier | null = null;

/** Has requests go another way than over HTTP: a page that the service draws asks in its own process. Never called in a browser. */
export function carryBy(carrier: Carrier): void {
  chosen = carrier;
}

/** Null: over HTTP. */
export function carrier(): Carrier | null {
  return chosen;
}
