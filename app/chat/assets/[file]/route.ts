import { door } from "../../../../server/http/door.ts";
import { webchatAsset } from "../../../../server/rest/webchat-frame.ts";

export const GET = door({ saysItself: true, handle: webchatAsset });
