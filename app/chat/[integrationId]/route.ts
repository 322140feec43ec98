import { door } from "../../../server/http/door.ts";
import { webchatFrame } from "../../../server/rest/webchat-frame.ts";

export const GET = door({ saysItself: true, handle: webchatFrame });
