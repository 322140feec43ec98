import { routes } from "../http/app.ts";
import { door } from "../http/door.ts";
import { doorOf } from "../http/mount.ts";

/** Sends a Fetch request to the route file of its address, as Next does. */
export async function askApp(request: Request): Promise<Response> {
  const found = routes.find(new URL(request.url).pathname);
  const spec = found && doorOf(found, request.method);
  if (!spec) return new Response(null, { status: found ? 405 : 404 });
  return door(spec)(request, { params: Promise.resolve(found.params) });
}
