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

/** Those that leaked passwords begin with most often: shorter than what the filter of leaked passwords holds. */
const OF_PASSWORDS = `
  parolata паролата pass passw pwd admin administrator админ root user guest test login welcome hello
  qwerty qwertz asdf letmein changeme default secret temp access master dragon monkey shadow
  sunshine princess flower football soccer hockey superman batman ninja killer love lover lovely
  angel baby honey money happy lucky computer internet google facebook samsung apple office company
  здравей здрасти обичам обичамте любов слънце приятел майка мама татко тате тайна магазин фирма офис
  zdravei zdrasti obicham obichamte lubov liubov slunce slance priqtel maika majka mama tatko taina magazin firma ofis`

/** Frequent first names in Bulgaria, and the revolutionaries after whom streets and clubs are named. */
const NAMES = `
  иван георги димитър петър николай христо стоян тодор васил красимир пламен мартин александър борис
  мария елена иванка йорданка пенка даниела десислава гергана виктория ботев раковски
  ivan georgi dimitar petar petur nikolai nikolay hristo stoyan todor vasil krasimir plamen martin alexander
  aleksandar boris maria mariya elena ivanka yordanka penka daniela desislava gergana viktoria botev rakovski`

/** Easy to guess even with digits. `docs/security.md` lists those of this site. */
const COMMON_WORDS = `${OWN_WORDS} ${SEASONS} ${MONTHS} ${OF_PASSWORDS} ${NAMES}`.toLowerCase().split(/\s+/)

/** Whether all letters of a text in lower case form common words: `levro2026!`, `пролет2026`. */
export const isCommonWords = (text: string): boolean => consistsOf(lettersOf(text), COMMON_WORDS)

/**
 * Whether all letters of a text in lower case form the user's own names, in any order, with or without common words.
 * @param names letters in lower case
 */
export function isOwnNames(text: string, names: readonly string[]): boolean {
  const letters = lettersOf(text)
  const hasName = names.some((name) => letters.includes(name))
  return hasName && consistsOf(letters, [...names, ...COMMON_WORDS])
}

const lettersOf = (text: string): string => text.replace(/\P{L}/gu, '')

/** In linear time: a regular expression could be made to take years by the names in an email address. */
function consistsOf(letters: string, words: readonly string[]): boolean {
  const ends = new Set([0])
  // Ends are added while they are visited.
  for (const at of ends)
    for (const word of words) if (letters.startsWith(word, at)) ends.add(at + word.length)
  return letters !== '' && ends.has(letters.length)
}
