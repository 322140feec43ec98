import { door } from "../../server/http/door.ts";
import { webchatLoader } from "../../server/rest/webchat-frame.ts";

export const GET = door({ saysItself: true, handle: webchatLoader });
