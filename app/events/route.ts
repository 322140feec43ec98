import { door } from "../../server/http/door.ts";
import { events, eventsApi } from "../../server/rest/events.ts";

export const GET = door({ api: eventsApi, handle: events });
