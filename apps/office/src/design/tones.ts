/** What a colour may say. */
export type Tone = 'plain' | 'accent' | 'good' | 'bad' | 'warn'
