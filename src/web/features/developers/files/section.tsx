import { useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../../routing/location.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Example, Part } from '../part.tsx'
import type { DeveloperText } from '../text.ts'
import cSharp from './samples/convert-file.cs?raw'
import typeScript from './samples/convert-file.mts?raw'
import php from './samples/convert-file.php?raw'
import python from './samples/convert-file.py?raw'
import curl from './samples/convert-file.sh?raw'
import verification from './samples/verify-webhook.mts?raw'
import { FILES_BG } from './text.bg.ts'
import { FILES_EN } from './text.en.ts'
import type { FilesText } from './text.ts'

export const FILES_TEXT = { bg: FILES_BG, en: FILES_EN } satisfies Record<Lang, FilesText>

/** Programs that convert a file, each of which a test runs. */
const SAMPLES = { curl, TypeScript: typeScript, Python: python, PHP: php, 'C#': cSharp }

type Language = keyof typeof SAMPLES

const LANGUAGES = Object.keys(SAMPLES) as Language[]

/** How a whole file is converted over the API, with a program in several languages (OPEN-02). */
export function FilesSection({ words }: { words: DeveloperText }) {
  const { convert, check, language, sample } = FILES_TEXT[useLang()]
  const [shown, setShown] = useState<Language>('curl')
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Part id="convert-file" part={convert} words={words} />
        <RadioGroup
          label={language}
          isLabelShown={false}
          value={shown}
          options={LANGUAGES.map((value) => ({ value, text: value }))}
          onPick={async (picked) => setShown(picked)}
          className="noscript:hidden"
        />
        <Example title={`${sample} · ${shown}`} text={SAMPLES[shown].trimEnd()} />
      </div>
      <Part id="check-file" part={check} words={words} />
    </>
  )
}

/** How a program learns that a file was processed in the background (OPEN-02). */
export function WebhookSection({ words }: { words: DeveloperText }) {
  const { webhook, verification: title } = FILES_TEXT[useLang()]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Part id="webhook" part={webhook} words={words} />
      <Example title={title} text={verification.trimEnd()} />
    </div>
  )
}
