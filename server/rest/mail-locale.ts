import { z } from "zod";
import { MAIL_LOCALES } from "../auth/mailed-link.ts";

/** The language of the email that a request causes: the page's. */
export const MAIL_LOCALE = z.enum(MAIL_LOCALES).default("en");
