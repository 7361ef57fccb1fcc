/** Passwords, authenticator codes, captchas, known browsers, token hashes. */
export {
  BROWSER_STANDINGS,
  type BrowserStanding,
  forgetBrowsers,
  forgetUnprovenBrowsers,
  isProvenBrowser,
  proveBrowser,
  rememberBrowser,
  standingOf,
} from './browsers.ts'
export { type Captchas, captchasOf } from './captcha.ts'
export { rememberNetwork } from './networks.ts'
export { checkPassword, hashPassword, PasswordsBusy, passwordFault } from './passwords.ts'
export { hashOf } from './token-hash.ts'
export { newRecoveryCodes, newTotpSecret, recoveryText, totpStep, totpUrl } from './totp.ts'
export { spendStep, spentStep } from './totp-steps.ts'
