/**
 * The engine in one thread: beside nodejs-order-book on its own mix, with 100,000 accounts into a durable journal file,
 * and under quotes that cross nothing. `npm run bench -- engine`; each figure is one line (bench/measure.ts).
 */
import { durableOrders } from './engine/durable.ts'
import { besideOrderBook } from './engine/peer.ts'
import { quietQuotes } from './engine/quiet-quotes.ts'

await besideOrderBook()
await durableOrders()
await quietQuotes()
