/** Calls of identity verification, for real accounts only. */
import { z } from 'zod'
import { CARD_ID_LENGTH_MAX, CARD_ID_LENGTH_MIN, NAME_LENGTH_MAX, REVIEW_STATUS } from '../identity.ts'
import { words, wordsIfGiven } from '../schemas/fields.ts'
import { count, isoMoment } from '../schemas/values.ts'
import { type Call, POST, READ } from './call.ts'

/** Space for characters between the letters and digits of a number. */
const CARD_ID_TEXT_MAX = 60
const NAME_TEXT_MAX = 2 * NAME_LENGTH_MAX
const picture = (side: string) =>
  words({ max: 1000, description: `${side} of the document: the address that image_upload answered` })

export const identityCenter = z.object({
  review_status: z.literal(Object.values(REVIEW_STATUS)),
  name: z.string().meta({ description: 'Masked; empty before a submission' }),
  card_id: z.string().meta({ description: 'Masked; empty before a submission' }),
  front_pic: z.string().meta({ description: 'URL of the picture, valid for some minutes; empty before a submission' }),
  reverse_pic: z.string(),
  country: z.string().meta({ description: 'Residence, ISO 3166: of the submission, otherwise of the registration' }),
  birth_date: z.string().meta({ description: 'Masked (1990-**-**); empty when none was given' }),
  rejected: z
    .object({ reason: z.string(), at: isoMoment })
    .nullable()
    .meta({ description: 'Reason of the last rejection; null after a new submission' }),
  submitted_at: isoMoment.nullable(),
  decided_at: isoMoment.nullable(),
  birth_date_required: z.boolean(),
  usual_minutes: count.meta({
    description: 'Usual minutes of a review: the median of the last ones, or the setting of the operator',
  }),
  timeline: z
    .array(z.object({ step: z.literal(['submitted', 'verified', 'rejected']), at: isoMoment, note: z.string() }))
    .meta({ description: 'Steps of the last submission, oldest first' }),
})

export const IDENTITY_CALLS = {
  identityCenter: {
    ...READ,
    path: '/api/user_real/center',
    caller: 'real',
    doc:
      'State of the identity verification: 0 nothing submitted (`rejected` gives the reason of a rejection), 1 ' +
      'under review, 2 verified. Name and number are masked; the URLs of the pictures expire after some minutes.',
    request: z.object({}),
    answer: identityCenter,
  },
  identitySubmit: {
    ...POST,
    names: { record: 'picture', as: 'front_pic' },
    path: '/api/user_real/real_name',
    caller: 'real',
    doc:
      'Submits name, document number and the pictures of both sides for review; again after a rejection. Country ' +
      'is optional (default: that of the registration), and so is the birth date unless `birth_date_required` is ' +
      'set. Answers like center.',
    request: z.object({
      name: words({ max: NAME_TEXT_MAX, description: 'Full name as the document shows it' }),
      card_id: words({
        max: CARD_ID_TEXT_MAX,
        description: `Number of the document, ${CARD_ID_LENGTH_MIN} to ${CARD_ID_LENGTH_MAX} letters and digits`,
      }),
      front_pic: picture('Front'),
      reverse_pic: picture('Back'),
      country: wordsIfGiven({
        max: 2,
        description: 'Residence, two letters (ISO 3166); left out: the one of the registration',
      }),
      birth_date: wordsIfGiven({ max: 10, description: 'YYYY-MM-DD; may be left out unless birth_date_required' }),
    }),
    answer: identityCenter,
  },
} as const satisfies Record<string, Call>
