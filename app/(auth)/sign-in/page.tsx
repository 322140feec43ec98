import { redirect } from "next/navigation";
import { AuthFrame } from "../../../components/auth/auth-frame.tsx";
import { SignInForm } from "../../../components/auth/sign-in-form.tsx";
import { pageTitle } from "../../../components/i18n/page-title.ts";
import { paths } from "../../../components/paths.ts";
import { accountRules, offeredProviders, pageSession } from "../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("signIn");

type Props = { searchParams: Promise<{ returnTo?: string; error?: string }> };

export default async function SignInPage({ searchParams }: Props) {
  const { returnTo = null, error = null } = await searchParams;
  if (await pageSession()) redirect(paths.home());
  const isSignUpOpen = (await accountRules()).signUp === "open";
  const providers = await offeredProviders();
  return (
    <AuthFrame>
      <SignInForm returnTo={returnTo} providers={providers} errorCode={error} isSignUpOpen={isSignUpOpen} />
    </AuthFrame>
  );
}
