/** Words of the invite programme, for browsers and the server. */

/** Why a customer has no programme. `excluded`: a special account, such as one of the operator's staff. */
export const INVITE_PROGRAMME_STATES = ['open', 'country_off', 'excluded'] as const
/** Whether an invited customer signed in in time. */
export const INVITE_SIGN_INS = ['done', 'open', 'missed'] as const
/** The states of a reward as the inviter sees them. `held`: earned, and neither paid nor rejected. */
export const INVITE_REWARD_STATES = ['held', 'paid', 'rejected'] as const
/** Query parameter of the registration page that brings an invite code. */
export const INVITE_PARAMETER = 'invite_code'
