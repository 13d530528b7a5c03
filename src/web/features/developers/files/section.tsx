import { useState } from 'react'
import { Link } from 'react-router'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../../routing/location.ts'
import { pathOf } from '../../../routing/paths.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Example, Part } from '../part.tsx'
import { type DeveloperText, WARNINGS_ID } from '../text.ts'
import cSharp from './samples/convert-file.cs?raw'
import typeScript from './samples/convert-file.mts?raw'
import php from './samples/convert-file.php?raw'
import python from './samples/convert-file.py?raw'
import curl from './samples/convert-file.sh?raw'
import verifyCSharp from './samples/verify-webhook.cs?raw'
import verifyTypeScript from './samples/verify-webhook.mts?raw'
import verifyPhp from './samples/verify-webhook.php?raw'
import verifyPython from './samples/verify-webhook.py?raw'
import { FILES_BG } from './text.bg.ts'
import { FILES_EN } from './text.en.ts'
import type { FilesText } from './text.ts'

export const FILES_TEXT = { bg: FILES_BG, en: FILES_EN } satisfies Record<Lang, FilesText>

/** Programs that convert a file, each of which a test runs. */
const CONVERSION = { curl, TypeScript: typeScript, Python: python, PHP: php, 'C#': cSharp }

/** Functions that verify the signature of a webhook; a test runs them too. */
const VERIFICATION = {
  TypeScript: verifyTypeScript,
  Python: verifyPython,
  PHP: verifyPhp,
  'C#': verifyCSharp,
}

/** How a whole file is converted over the API, with a program in several languages (OPEN-02). */
export function FilesSection({ words }: { words: DeveloperText }) {
  const lang = useLang()
  const { convert, check, sample } = FILES_TEXT[lang]
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Part id="convert-file" part={convert} words={words} />
        <p>
          <Link
            to={`${pathOf('developersErrors', lang)}#${WARNINGS_ID}`}
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {words.warnings.all}
          </Link>
        </p>
        <Samples title={sample} samples={CONVERSION} first="curl" />
      </div>
      <Part id="check-file" part={check} words={words} />
    </>
  )
}

/** How a program learns that a file was processed in the background (OPEN-02). */
export function WebhookSection({ words }: { words: DeveloperText }) {
  const { webhook, verification } = FILES_TEXT[useLang()]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Part id="webhook" part={webhook} words={words} />
      <Samples title={verification} samples={VERIFICATION} first="TypeScript" />
    </div>
  )
}

type SamplesProps<Language extends string> = {
  title: string
  samples: Readonly<Record<Language, string>>
  /** The language that is shown first, and without scripts. */
  first: Language
}

/** One program in several languages. */
function Samples<Language extends string>({ title, samples, first }: SamplesProps<Language>) {
  const { language } = FILES_TEXT[useLang()]
  const [shown, setShown] = useState(first)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record are its languages
  const languages = Object.keys(samples) as Language[]
  return (
    <>
      <RadioGroup
        label={language}
        isLabelShown={false}
        value={shown}
        options={languages.map((value) => ({ value, text: value }))}
        onPick={async (picked) => setShown(picked)}
        className="noscript:hidden"
      />
      <Example title={`${title} · ${shown}`} text={samples[shown].trimEnd()} />
    </>
  )
}
