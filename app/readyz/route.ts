import { door } from "../../server/http/door.ts";
import { readyz } from "../../server/rest/health.ts";

export const GET = door({ handle: readyz });
