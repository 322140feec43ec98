/** How a site's server proves its visitor's identity: hex HMAC-SHA256 of the visitor's ID, with the channel's secret as key. */
export const IDENTITY_SAMPLES = {
  "Node.js": `import { createHmac } from "node:crypto";

const hash = createHmac("sha256", process.env.CHAT_IDENTITY_SECRET)
  .update(user.id)
  .digest("hex");`,
  PHP: `$hash = hash_hmac('sha256', $user->id, getenv('CHAT_IDENTITY_SECRET'));`,
  Python: `import hashlib, hmac, os

hash = hmac.new(
    os.environ["CHAT_IDENTITY_SECRET"].encode(),
    user.id.encode(),
    hashlib.sha256,
).hexdigest()`,
} as const;

export type SampleLanguage = keyof typeof IDENTITY_SAMPLES;

/** The call that the page then makes. */
export const SET_USER_SAMPLE = `<script>
  window.OmnichannelChat = window.OmnichannelChat || [];
  OmnichannelChat.push(["setUser", "user-4711", {
    hash: "…", // what your server worked out
    name: "Maria",
    surname: "Silva",
    email: "maria@example.com"
  }]);
  // When they sign out: OmnichannelChat.push(["reset"]);
</script>`;
