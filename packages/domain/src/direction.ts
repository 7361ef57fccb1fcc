/**
 * Characters that change the direction in which the text after them is read (Unicode, UAX 9: embeddings, overrides,
 * isolates). They let `gnp.exe` read as `exe.png`, and let one name look like another. The marks that writers of Arabic
 * and Hebrew need between words (U+200E, U+200F, U+061C) are not among them.
 */
export const DIRECTION_CONTROLS = '\\u202A-\\u202E\\u2066-\\u2069'

const ANY = new RegExp(`[${DIRECTION_CONTROLS}]`, 'gu')

/** The text in the direction that its letters have. */
export const withoutDirectionControls = (text: string): string => text.replace(ANY, '')
