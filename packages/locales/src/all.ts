/** The dictionaries of all offered languages, for the server, which answers each caller in their language. */
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import hk from './hk.json' with { type: 'json' }
import id from './id.json' with { type: 'json' }
import { type Dictionary, type Language, type Offered, offeredOf } from './index.ts'
import it from './it.json' with { type: 'json' }
import jp from './jp.json' with { type: 'json' }
import kr from './kr.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import spa from './spa.json' with { type: 'json' }
import th from './th.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import vn from './vn.json' with { type: 'json' }

type Words = Dictionary['words']
/** Every dictionary there is. The compiler demands that of each offered language. */
const WORDS: { readonly [L in Offered]: Words } & { readonly [L in Language]?: Words } = {
  ar,
  de,
  en,
  fr,
  hk,
  id,
  it,
  jp,
  kr,
  pt,
  ru,
  spa,
  th,
  tr,
  vn,
}

/** A language that is not offered yet is answered in the default one. */
export function dictionaryOf(language: Language): Dictionary {
  const offered = offeredOf(language)
  return { language: offered, words: WORDS[offered] }
}
