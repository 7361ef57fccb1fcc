/** The account screen as pure functions: open actions of the customer, and the name of the account. */
import type { User } from '@veritick/contract'

const REAL = 0

/** The notices of an account, the most urgent first. */
export type Notice = 'frozen' | 'confirm_email' | 'give_email' | 'held'

export function noticesOf(
  user: Pick<User, 'is_demo' | 'frozen' | 'email' | 'email_confirmed' | 'withdraw_held_until'>,
  now: number,
): readonly Notice[] {
  if (user.is_demo !== REAL) return user.frozen === 1 ? ['frozen'] : []
  const email = user.email === '' ? 'give_email' : 'confirm_email'
  return [
    ...(user.frozen === 1 ? (['frozen'] as const) : []),
    ...(user.email_confirmed === 0 ? ([email] as const) : []),
    ...(user.withdraw_held_until !== null && user.withdraw_held_until > now ? (['held'] as const) : []),
  ]
}

/** The name of an account: its e-mail address, or its number (with +) without an address. */
export const nameOf = (user: Pick<User, 'email' | 'phone'>): string => (user.email === '' ? user.phone : user.email)
