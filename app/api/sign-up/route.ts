import { signUpDoor } from "../../../server/rest/sign-up.ts";

export { signUpDoor as POST };
