import { BODY_BOUNDS } from "../../../server/http/body-bounds.ts";
import { door } from "../../../server/http/door.ts";
import { postSignUp } from "../../../server/rest/sign-up.ts";

export const POST = door({ body: BODY_BOUNDS.page, handle: postSignUp });
