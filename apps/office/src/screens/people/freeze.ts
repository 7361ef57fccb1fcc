/** What a frozen customer may do, in the words of every place of the office that says it. */
export const MAY = { free: 'open, close, deposit, withdraw', frozen: 'close and cancel only' }
export const FROZEN_MAY = 'The customer may close and cancel, not open, deposit or withdraw.'
