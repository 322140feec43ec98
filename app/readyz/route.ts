import { door } from "../../server/http/door.ts";
import { readyz, readyzApi } from "../../server/rest/health.ts";

export const GET = door({ api: readyzApi, handle: readyz });
