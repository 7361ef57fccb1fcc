/** Makes the store that tests copy, unless it stands already. */
import { makeTemplate } from '@veritick/testing/make-template'

await makeTemplate()
