import { door } from "../../../server/http/door.ts";
import { postSignUp } from "../../../server/rest/sign-up.ts";

export const POST = door({ handle: postSignUp });
