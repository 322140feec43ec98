import { door } from "../../../../../server/http/door.ts";
import { getPicture } from "../../../../../server/rest/pictures.ts";

export const GET = door({ name: "pictures", handle: getPicture });
