/** Balances, transaction lists, statements. */
export { walletHandlers } from './customer.ts'
export { recordsOf } from './records.ts'
export { LINES_MAX, readLines, statementCsv, statementOf } from './statement.ts'
export { statementPdf } from './statement-pdf.ts'
