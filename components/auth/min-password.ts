/** Characters that a new password has at least; the service refuses shorter ones too. */
export const MIN_PASSWORD = 10;
