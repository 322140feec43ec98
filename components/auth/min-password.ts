/** Minimum characters of a new password. The service refuses shorter ones too. */
export const MIN_PASSWORD = 10;
