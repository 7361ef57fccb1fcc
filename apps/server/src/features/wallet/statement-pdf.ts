/**
 * The statement as a document to print. In English for readers of every language: the fonts that every PDF reader
 * brings along have Latin letters only.
 */
import { setImmediate } from 'node:timers/promises'
import { moneyText } from '@veritick/contract'
import PDFDocument from 'pdfkit'
import { say } from '../../calls/index.ts'
import type { Statement } from './statement.ts'

const MARGIN = 40
const LINE = 14
const SIZE = 8
const ROWS_AT_ONCE = 25
/** Left edge and width of each column on A4. */
const COLUMNS = {
  time: { x: 40, width: 105, align: 'left' },
  entry: { x: 145, width: 190, align: 'left' },
  amount: { x: 335, width: 100, align: 'right' },
  balance: { x: 435, width: 120, align: 'right' },
} as const
type Column = keyof typeof COLUMNS

const word = (key: 'title' | 'account' | 'period' | Column | 'opening' | 'closing' | 'sum') =>
  say('en', `statement.${key}`)

/** Letters that the fonts of every PDF reader have. */
const DRAWABLE = /^[\x20-\x7e\xa0-\xff]+$/

/** `lines` are in English. `brand`: the name under which the app is shown. */
export async function statementPdf(statement: Statement, brand: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: `${word('title')} ${statement.uid}` } })
  const done = collect(document)
  const { uid, from, to, opening, closing, lines } = statement
  document
    .font('Helvetica-Bold')
    .fontSize(16)
    .text(DRAWABLE.test(brand) ? `${brand} - ${word('title')}` : word('title'))
  document.font('Helvetica').fontSize(10)
  document
    .moveDown(0.5)
    .text(`${word('account')}: ${uid}`)
    .text(`${word('period')}: ${from} - ${to} (UTC)`)
    .moveDown(1)
  let y = head(document, document.y)
  const bottom = document.page.height - MARGIN - LINE
  const row = (cells: Partial<Record<Column, string>>) => {
    if (y > bottom) {
      document.addPage()
      y = head(document, MARGIN)
    }
    write(document, cells, y)
    y += LINE
  }
  row({ time: from, entry: word('opening'), balance: moneyText(opening) })
  for (const [index, line] of lines.entries()) {
    // Orders do not wait for a customer's document.
    if (index % ROWS_AT_ONCE === 0) await setImmediate()
    row({
      time: line.at.slice(0, 19).replace('T', ' '),
      entry: line.words,
      amount: moneyText(line.amount),
      balance: moneyText(line.balance),
    })
  }
  row({ time: to, entry: word('closing'), balance: moneyText(closing) })
  document.end()
  return done
}

function head(document: PDFKit.PDFDocument, y: number): number {
  document.font('Helvetica-Bold').fontSize(SIZE)
  write(document, { time: word('time'), entry: word('entry'), amount: word('amount'), balance: word('balance') }, y)
  document
    .moveTo(MARGIN, y + LINE - 3)
    .lineTo(document.page.width - MARGIN, y + LINE - 3)
    .lineWidth(0.5)
    .stroke()
  document.font('Helvetica').fontSize(SIZE)
  return y + LINE + 2
}

function write(document: PDFKit.PDFDocument, cells: Partial<Record<Column, string>>, y: number): void {
  for (const [name, text] of Object.entries(cells)) {
    const { x, width, align } = COLUMNS[name as Column]
    document.text(text, x, y, { width, align, lineBreak: false, ellipsis: true })
  }
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}
