import { door } from "../../server/http/door.ts";
import { events } from "../../server/rest/events.ts";

export const GET = door({ handle: events });
