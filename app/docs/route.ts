import { door } from "../../server/http/door.ts";
import { docs } from "../../server/rest/docs.ts";

export const GET = door({ saysItself: true, handle: docs });
