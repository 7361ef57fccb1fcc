/** Makes the store that tests copy, unless it stands already. */
import { makeTemplate } from './template.ts'

await makeTemplate()
