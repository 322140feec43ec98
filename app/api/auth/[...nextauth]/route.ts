import { BODY_BOUNDS } from "../../../../server/http/body-bounds.ts";
import { door } from "../../../../server/http/door.ts";
import { limitSignIn, signInDoor } from "../../../../server/rest/sign-in.ts";

export const GET = door({ body: BODY_BOUNDS.page, limit: limitSignIn, handle: signInDoor });
export const POST = door({ body: BODY_BOUNDS.page, limit: limitSignIn, handle: signInDoor });
