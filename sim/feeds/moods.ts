/** The ways in which a source of a small world behaves, and how often each begins. */

export type Mood =
  | 'first'
  | 'calm'
  | 'trend'
  | 'gap'
  | 'spike'
  | 'twice'
  | 'again'
  | 'resent'
  | 'doubled'
  | 'alternating'
  | 'wide'
  | 'crossed'
  | 'silent'
  | 'late'
  | 'burst'
  | 'ahead'
  | 'repeated'
  | 'widening'
  | 'gap and wide'
  | 'trend and spike'
  | 'stretched'
  | 'login'
  | 'returned'
  | 'refuting'
  | 'gap returned'
  | 'trend and back'

/** The first row is drawn apart, and the rows of a source that logs in. */
export const MOODS: Readonly<Record<Mood, number>> = {
  first: 0,
  login: 0,
  calm: 90,
  trend: 6,
  gap: 6,
  spike: 8,
  twice: 8,
  again: 6,
  resent: 6,
  doubled: 3,
  alternating: 3,
  wide: 6,
  crossed: 6,
  silent: 4,
  returned: 4,
  refuting: 4,
  late: 6,
  burst: 3,
  ahead: 4,
  repeated: 6,
  widening: 3,
  'gap and wide': 3,
  'trend and spike': 3,
  stretched: 3,
  'gap returned': 3,
  'trend and back': 3,
}
