import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { log } from "../log.ts";
import { throughDoor } from "../observe/through-door.ts";
import type { BodyBound } from "./body-bounds.ts";
import { answerNode, boundOf } from "./door.ts";
import { doorOf, mount, type Found } from "./mount.ts";
import { refuse } from "./refuse.ts";

/** Every URL of app/ that is no page. */
export const routes = await mount(join(import.meta.dirname, "../../app"));

/** What the method of a request to this address may send. */
export function bodyBoundOf(found: Found | null, method: string | undefined): BodyBound {
  return boundOf(found && doorOf(found, method));
}

/** Gives the request to its door and returns true, or returns false: then it is Next's. */
export function handleDoor(
  request: IncomingMessage,
  response: ServerResponse,
  found: Found | null = routes.find(request.url ?? "/"),
): boolean {
  if (!found) return false;
  const { route, params } = found;
  const spec = doorOf(found, request.method);
  throughDoor(spec?.name ?? route.address, request, response, () => {
    if (spec) answerNode(spec, request, response, params).catch((error: unknown) => fail(error, response));
    else refuseMethod(found, request, response);
  });
  return true;
}

function refuseMethod({ route }: Found, request: IncomingMessage, response: ServerResponse): void {
  const methods = [...route.doors.keys()];
  const allow = methods.includes("GET") ? ["HEAD", ...methods] : methods;
  // In the form of the address's first door.
  const [spec] = route.doors.values();
  const message = `This address takes ${methods.join(", ")}`;
  refuse(request, response, boundOf(spec), { status: 405, message, headers: { allow: allow.toSorted().join(", ") } });
}

/** Doors answer their own errors; what arrives here went wrong while an answer was written. */
function fail(error: unknown, response: ServerResponse): void {
  log.error({ error }, "a door failed");
  response.destroy();
}
