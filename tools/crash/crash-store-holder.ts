/**
 * A process that opens the store named in PLACE, reports it and holds the store until it is killed. For the tests of
 * the fence.
 */
import { openStore } from '../../apps/server/src/store/store.ts'

const place = JSON.parse(process.env.PLACE ?? '')
await openStore(place)
process.stdout.write('open\n')
// Longer than the test, with an end.
setTimeout(() => {}, 60_000)
