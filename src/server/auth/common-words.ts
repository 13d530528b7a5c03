import { PRODUCT } from '#product/product.ts'

/** Words of this site, and common ones in Bulgaria. */
const OWN_WORDS = `${PRODUCT.name.en} ${PRODUCT.name.bg} ${PRODUCT.slug}
  лев лева левове lev leva евро euro превалутиране конвертор converter жетон жетони token tokens
  парола parola password българия bulgaria софия sofia пловдив plovdiv варна varna бургас burgas левски levski цска cska`

/** Seasons, with the article where there is one, and the ways in which Bulgarian is written in Latin letters. */
const SEASONS = `
  пролет пролетта лято лятото есен есента зима зимата
  prolet proletta proletta lyato lyatoto liato liatoto ljato ljatoto lqto lqtoto esen esenta zima zimata
  spring summer autumn fall winter`

const MONTHS = `
  януари февруари март април май юни юли август септември октомври ноември декември
  yanuari ianuari januari qnuari fevruari mart april mai maj may yuni iuni juni uni yuli iuli juli uli avgust
  septemvri oktomvri noemvri dekemvri
  january february march june july august september october november december`

/** Easy to guess even with digits. Listed in `docs/security.md`. */
const COMMON_WORDS = `${OWN_WORDS} ${SEASONS} ${MONTHS}`.toLowerCase().trim().split(/\s+/)

const ONLY_COMMON_WORDS = new RegExp(`^(?:${COMMON_WORDS.join('|')})+$`)

/** Whether all letters of a text in lower case form common words: `levro2026!`, `пролет2026`. */
export const isCommonWords = (text: string): boolean => ONLY_COMMON_WORDS.test(text.replace(/[^\p{L}]/gu, ''))
