import { door } from "../../../../server/http/door.ts";
import { postSignUpConfirm } from "../../../../server/rest/sign-up.ts";

export const POST = door({ handle: postSignUpConfirm });
