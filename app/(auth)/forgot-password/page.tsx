import { AuthFrame } from "../../../components/auth/auth-frame.tsx";
import { ForgotPasswordForm } from "../../../components/auth/forgot-password-form.tsx";
import { pageTitle } from "../../../components/i18n/page-title.ts";
import { accountRules } from "../../../server/for-pages.ts";

// Read the settings at request time, not at build time.
export const dynamic = "force-dynamic";
export const generateMetadata = () => pageTitle("forgotPassword");

export default async function ForgotPasswordPage() {
  return (
    <AuthFrame>
      <ForgotPasswordForm mail={(await accountRules()).mail} />
    </AuthFrame>
  );
}
