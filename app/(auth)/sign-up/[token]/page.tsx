import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { ConfirmSignUpForm } from "../../../../components/auth/confirm-sign-up-form.tsx";
import { secretPage } from "../../../../components/i18n/page-title.ts";
import { showMailedLink } from "../../../../server/for-pages.ts";

export const generateMetadata = () => secretPage("signUp");

export default async function ConfirmSignUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <AuthFrame>
      <ConfirmSignUpForm token={token} pending={await showMailedLink("signUp", token)} />
    </AuthFrame>
  );
}
