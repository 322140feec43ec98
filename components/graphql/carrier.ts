/** Sends a JSON request body to the endpoint at a path. Returns the response's JSON. */
export type Carrier = (path: string, body: string) => Promise<unknown>;

let chosen: Carrier | null = null;

/** Replaces HTTP as transport: a page rendered by the service calls the API in its own process. Never called in a browser. */
export function carryBy(carrier: Carrier): void {
  chosen = carrier;
}

/** The transport. null: HTTP. */
export function carrier(): Carrier | null {
  return chosen;
}
