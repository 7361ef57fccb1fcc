/** The meanings of colours. */
export type Tone = 'plain' | 'accent' | 'good' | 'bad' | 'warn'
