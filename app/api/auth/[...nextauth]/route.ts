import { door } from "../../../../server/http/door.ts";
import { limitSignIn, signInDoor } from "../../../../server/rest/sign-in.ts";

export const GET = door({ limit: limitSignIn, handle: signInDoor });
export const POST = door({ limit: limitSignIn, handle: signInDoor });
