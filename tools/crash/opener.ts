/** A process that opens the store named in PLACE, says so and holds it until it is killed. For the tests of the fence. */
import { openStore } from '../../apps/server/src/store/store.ts'

const place = JSON.parse(process.env.PLACE ?? '')
await openStore(place)
process.stdout.write('open\n')
// Long enough for the test; never for ever.
setTimeout(() => {}, 60_000)
