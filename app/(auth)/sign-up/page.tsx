import { redirect } from "next/navigation";
import { AuthFrame } from "../../../components/auth/auth-frame.tsx";
import { SignUpForm } from "../../../components/auth/sign-up-form.tsx";
import { pageTitle } from "../../../components/i18n/page-title.ts";
import { paths } from "../../../components/paths.ts";
import { pageSession } from "../../../server/auth/page-session.ts";

export const generateMetadata = () => pageTitle("signUp");

export default async function SignUpPage() {
  if (await pageSession()) redirect(paths.home());
  return (
    <AuthFrame>
      <SignUpForm />
    </AuthFrame>
  );
}
