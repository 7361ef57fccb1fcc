/**
 * The colours of the office, light and dark: those of the customers' app under the same names. A test compares both
 * files.
 */
export type Colours = {
  readonly canvas: string
  readonly surface: string
  readonly fill: string
  readonly line: string
  readonly lineStrong: string
  readonly ink: string
  readonly inkSoft: string
  readonly inkMuted: string
  readonly accent: string
  readonly accentSoft: string
  readonly onAccent: string
  readonly warn: string
  readonly warnSoft: string
  readonly green: string
  readonly greenSoft: string
  readonly red: string
  readonly redSoft: string
  readonly onData: string
  readonly scrim: string
}

export const LIGHT: Colours = {
  canvas: '#f4f6fa',
  surface: '#ffffff',
  fill: '#f1f4f9',
  line: '#e3e7ee',
  lineStrong: '#c9d0dc',
  ink: '#0e1320',
  inkSoft: '#48536a',
  inkMuted: '#5a667b',
  accent: '#2456e6',
  accentSoft: '#e8eefe',
  onAccent: '#ffffff',
  warn: '#8a5300',
  warnSoft: '#fdf1dc',
  green: '#087a4d',
  greenSoft: '#e1f4ea',
  red: '#c62b3b',
  redSoft: '#fbe9eb',
  onData: '#ffffff',
  scrim: 'rgb(8 11 18 / 0.5)',
}

export const DARK: Colours = {
  canvas: '#0b0f17',
  surface: '#141a26',
  fill: '#1d2534',
  line: '#252d3c',
  lineStrong: '#3a4558',
  ink: '#eef1f7',
  inkSoft: '#b3bbca',
  inkMuted: '#939db1',
  accent: '#7d9fff',
  accentSoft: '#1b2748',
  onAccent: '#0b0f17',
  warn: '#f2bd62',
  warnSoft: '#35280f',
  green: '#2fc58a',
  greenSoft: '#12332c',
  red: '#ff7f8a',
  redSoft: '#3a1a23',
  onData: '#0a0d13',
  scrim: 'rgb(2 4 8 / 0.65)',
}

/** Below a QR code in both themes, because readers need dark on light. */
export const PAPER = LIGHT.surface
