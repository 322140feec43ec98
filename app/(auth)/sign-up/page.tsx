import { redirect } from "next/navigation";
import { AuthFrame } from "../../../components/auth/auth-frame.tsx";
import { NoSignUp } from "../../../components/auth/no-sign-up.tsx";
import { SignUpForm } from "../../../components/auth/sign-up-form.tsx";
import { pageTitle } from "../../../components/i18n/page-title.ts";
import { paths } from "../../../components/paths.ts";
import { accountRules, pageSession } from "../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("signUp");

export default async function SignUpPage() {
  if (await pageSession()) redirect(paths.home());
  const { signUp, mail } = await accountRules();
  return <AuthFrame>{signUp === "open" ? <SignUpForm mail={mail} /> : <NoSignUp rule={signUp} />}</AuthFrame>;
}
