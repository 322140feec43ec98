import { ParseError, isSupportedCountry, parsePhoneNumberWithError, type CountryCode } from "libphonenumber-js/max";
import { badInput } from "./errors.ts";
import { say, type Said } from "./say.ts";

/** A phone number as stored: E.164, and its ISO 3166-1 alpha-2 country (null for numbers without a country). */
export type Phone = { e164: string; country: string | null };

const REASONS = {
  NOT_A_NUMBER: say("service.phoneNone"),
  INVALID_COUNTRY: say("service.phoneCountry"),
  TOO_SHORT: say("service.phoneShort"),
  TOO_LONG: say("service.phoneLong"),
  INVALID_LENGTH: say("service.phoneLength"),
};

/** An ISO 3166-1 alpha-2 code that has phone numbers, in any case; null for any other text. */
export function countryCode(text: string | null | undefined): CountryCode | null {
  const code = text?.trim().toUpperCase();
  return code && isSupportedCountry(code) ? code : null;
}

/**
 * Parses a phone number in any usual spelling. Digits without + count as international, as providers send them.
 * @param country the ISO code to assume for numbers without a country code.
 * @returns the number, or the reason why the text is not one, worded to complete "… because".
 */
export function readPhone(text: string, country?: string | null): Phone | { reason: Said } {
  const trimmed = text.trim();
  const home = countryCode(country);
  const international = !home && /^\d/.test(trimmed) ? `+${trimmed}` : trimmed;
  try {
    const number = parsePhoneNumberWithError(international, {
      ...(home ? { defaultCountry: home } : {}),
      extract: false,
    });
    if (!number.isPossible()) return { reason: REASONS.INVALID_LENGTH };
    // A number outside every country's plan (invented, or newer than the metadata) gets the main country of its code.
    return { e164: number.number, country: number.country ?? number.getPossibleCountries()[0] ?? null };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { reason: error.message in REASONS ? REASONS[error.message as keyof typeof REASONS] : REASONS.NOT_A_NUMBER };
  }
}

/**
 * The phone number of an input field.
 * @throws AppError BAD_INPUT with the reason.
 */
export function parsePhone(path: string, text: string, country?: string | null): Phone {
  const phone = readPhone(text, country);
  if ("reason" in phone) throw badInput(path, say("service.phone", { why: phone.reason }));
  return phone;
}
