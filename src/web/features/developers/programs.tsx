import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { Part } from './part.tsx'
import type { DeveloperPart, DeveloperText } from './text.ts'

export const PROGRAMS_ID = 'programs'

export const COMMAND_LINE_ID = 'command-line'

/** A conversion in a program of one's own. A test runs it with the package. */
export const PACKAGE_SAMPLE = `import { convert, toEuro } from '@levro/exact'

toEuro('12.50') // '6.39'
convert('-10', 'BGN') // { bgn: '-10.00', eur: '-5.11' }`

/** A test runs them with the packed command line. */
export const COMMAND_SAMPLE = `npx --yes ./levro-0.1.0.tgz apply prices.csv --out prices-eur.csv
npx --yes ./levro-0.1.0.tgz check prices-eur.csv`

type ProgramsText = { program: DeveloperPart; commandLine: DeveloperPart }

export const PROGRAMS_TEXT: Record<Lang, ProgramsText> = {
  bg: {
    program: {
      title: 'Във ваша програма, без заявки',
      texts: [
        'Пакетът `@levro/exact` превалутира една сума точно до цента: ES модул с типове и без зависимости, за Node, за браузъра и за worker. Сумите са текст, за да не се загуби цифра. Инсталира се с `npm install ./levro-exact-0.1.0.tgz`.',
        'Пакетите още не са в npm. Пишете ни и ще ви ги изпратим; от кода на Левро се правят с `npm run pack:kernel` и `npm run pack:cli`.',
      ],
    },
    commandLine: {
      title: 'От командния ред',
      texts: [
        'Командата `levro` превалутира и проверява файлове на вашия компютър, без жетони и без мрежа: същите формати и същите въпроси като на страницата. Нужен е само Node 22.12 или по-нов. Ако нещо в файла не е ясно, командата казва с коя опция се отговаря.',
        'С `--format=github`, `junit` или `sarif` командата `levro check` спира build, в който двойка цени не е точна до цента. `levro sql --dialect postgres` дава правилото за вашата база данни.',
      ],
    },
  },
  en: {
    program: {
      title: 'In your program, without requests',
      texts: [
        'The package `@levro/exact` converts one amount, exact to the cent: an ES module with types and without dependencies, for Node, the browser and workers. Amounts are texts, so that no digit is lost. Install it by `npm install ./levro-exact-0.1.0.tgz`.',
        'The packages are not in npm yet. Write to us and we send them; from the code of Levro, `npm run pack:kernel` and `npm run pack:cli` make them.',
      ],
    },
    commandLine: {
      title: 'From the command line',
      texts: [
        'The command `levro` converts and checks files on your own machine, without tokens and without a network: the same formats and the same questions as in the page. It needs only Node 22.12 or newer. Where something in a file is not clear, it says which option answers it.',
        'With `--format=github`, `junit` or `sarif`, `levro check` fails a build in which a pair of prices is not exact to the cent. `levro sql --dialect postgres` gives the rule for your database.',
      ],
    },
  },
}

/** The conversion as a package, and the command line (OPEN-03, OPEN-04). */
export function Programs({ words }: { words: DeveloperText }) {
  const { program, commandLine } = PROGRAMS_TEXT[useLang()]
  return (
    <>
      <Part
        id={PROGRAMS_ID}
        part={{ ...program, request: PACKAGE_SAMPLE }}
        words={{ ...words, request: 'JavaScript' }}
      />
      <Part
        id={COMMAND_LINE_ID}
        part={{ ...commandLine, request: COMMAND_SAMPLE }}
        words={{ ...words, request: 'npx' }}
      />
    </>
  )
}
