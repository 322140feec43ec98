import { door } from "../../server/http/door.ts";
import { healthz, healthzApi } from "../../server/rest/health.ts";

export const GET = door({ api: healthzApi, handle: healthz });
