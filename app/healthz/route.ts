import { door } from "../../server/http/door.ts";
import { healthz } from "../../server/rest/health.ts";

export const GET = door({ handle: healthz });
