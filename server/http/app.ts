import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { log } from "../log.ts";
import { throughDoor } from "../observe/through-door.ts";
import type { BodyBound } from "./body-bounds.ts";
import { answerNode, boundOf } from "./door.ts";
import { doorOf, mount, type Found } from "./mount.ts";
import { refuse } from "./refuse.ts";

/** All URLs of app/ that are not pages. */
export const routes = await mount(join(import.meta.dirname, "../../app"));

/** The body limits for a method of this URL. */
export function bodyBoundOf(found: Found | null, method: string | undefined): BodyBound {
  return boundOf(found && doorOf(found, method));
}

/** Passes the request to its endpoint and returns true. Returns false if Next must handle it. */
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
  // In the format of the URL's first endpoint.
  const [spec] = route.doors.values();
  const message = `This address takes ${methods.join(", ")}`;
  refuse(request, response, boundOf(spec), { status: 405, message, headers: { allow: allow.toSorted().join(", ") } });
}

/** Endpoints handle their own errors. An error that arrives here happened while writing a response. */
function fail(error: unknown, response: ServerResponse): void {
  log.error({ error }, "a door failed");
  response.destroy();
}
