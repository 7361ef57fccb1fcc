/** The rights of a free and of a frozen customer, in the words of every place of the office that shows them. */
export const MAY = { free: 'open, close, deposit, withdraw', frozen: 'close and cancel only' }
export const FROZEN_MAY = 'The customer may close and cancel, not open, deposit or withdraw.'
