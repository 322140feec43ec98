import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Door, DoorSpec } from "./door.ts";

/** A URL of app/ and its endpoints by method. */
export type Route = {
  /** The folder's path: `/ext/v1/incoming/[type]/[integrationId]`. */
  address: string;
  doors: ReadonlyMap<string, DoorSpec>;
};

/** The route of a URL and its parameters. */
export type Found = { route: Route; params: Readonly<Record<string, string>> };

/** The endpoint of a method. HEAD uses GET. */
export function doorOf({ route }: Found, method = "GET"): DoorSpec | undefined {
  return route.doors.get(method === "HEAD" ? "GET" : method);
}

/** A path segment and what may follow it. */
type Place = {
  route: Route | null;
  named: Map<string, Place>;
  /** `[name]`: one segment with any text. */
  any: { name: string; place: Place } | null;
  /** `[...name]`: all remaining segments. */
  rest: { name: string; route: Route } | null;
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const NONE = {};

/**
 * The routes of a folder, by Next's rules: `[name]`, `[...name]`, groups `(name)`. A fixed segment takes precedence over a
 * parameter.
 */
export class Routes {
  readonly all: Route[] = [];
  readonly #top = emptyPlace();
  readonly #plain = new Map<string, Found>();

  /** @param address the folder's path without groups. */
  add(address: string, doors: ReadonlyMap<string, DoorSpec>): void {
    const route = { address, doors };
    this.all.push(route);
    if (!address.includes("[")) this.#plain.set(address, { route, params: NONE });
    let place = this.#top;
    for (const segment of address.split("/").slice(1)) {
      const [, dots, name] = /^\[(\.\.\.)?(\w+)\]$/.exec(segment) ?? [];
      if (name !== undefined && dots) {
        place.rest = { name, route };
        return;
      }
      if (name === undefined) place = inMap(place.named, segment);
      else place = (place.any ??= { name, place: emptyPlace() }).place;
    }
    place.route = route;
  }

  /** @param url path of a request, with or without a query. */
  find(url: string): Found | null {
    const end = url.indexOf("?");
    const path = end === -1 ? url : url.slice(0, end);
    return this.#plain.get(path) ?? follow(this.#top, path.split("/"), 1);
  }
}

/** Loads every route file of a folder. */
export async function mount(app: string): Promise<Routes> {
  const routes = new Routes();
  for (const file of globSync("**/route.ts", { cwd: app }).toSorted()) {
    const module = (await import(new URL(file, pathToFileURL(`${app}/`)).href)) as Partial<Record<string, Door>>;
    const doors = METHODS.flatMap((method) => {
      const spec = module[method]?.spec;
      return spec ? [[method, spec] as const] : [];
    });
    const folders = file.split(/[/\\]/).slice(0, -1);
    routes.add(`/${folders.filter((name) => !name.startsWith("(")).join("/")}`, new Map(doors));
  }
  return routes;
}

function follow(place: Place, path: string[], at: number): Found | null {
  const segment = path[at];
  if (segment === undefined) return place.route && { route: place.route, params: NONE };
  const named = place.named.get(segment);
  const found = named ? follow(named, path, at + 1) : null;
  if (found) return found;
  if (segment === "") return null;
  const { any, rest } = place;
  const behind = any && follow(any.place, path, at + 1);
  if (any && behind) return { route: behind.route, params: { ...behind.params, [any.name]: segment } };
  return rest && { route: rest.route, params: { [rest.name]: path.slice(at).join("/") } };
}

function emptyPlace(): Place {
  return { route: null, named: new Map(), any: null, rest: null };
}

function inMap(places: Map<string, Place>, segment: string): Place {
  const place = places.get(segment) ?? emptyPlace();
  places.set(segment, place);
  return place;
}
