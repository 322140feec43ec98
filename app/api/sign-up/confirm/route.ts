import { confirmSignUpDoor } from "../../../../server/rest/sign-up.ts";

export { confirmSignUpDoor as POST };
