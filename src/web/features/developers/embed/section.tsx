import { useEffect } from 'react'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { NATIONAL } from '#money/currency.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../../../routing/location.ts'
import { pathOf } from '../../../routing/paths.ts'
import { useInSight } from '../../file/use-in-sight.ts'
import { Part } from '../part.tsx'
import type { DeveloperText } from '../text.ts'
import { EMBED_RELEASES } from './releases.ts'
import { EMBED_BG } from './text.bg.ts'
import { EMBED_EN } from './text.en.ts'
import type { EmbedText } from './text.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'levro-converter': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        amount?: string
        from?: string
      }
    }
  }
}

export const EMBED_ID = 'embed'

export const EMBED_TEXT = { bg: EMBED_BG, en: EMBED_EN } satisfies Record<Lang, EmbedText>

const DEMO_ID = 'embed-demo'

const release = EMBED_RELEASES.at(-1)
const path = `/embed/${release?.file}`

/** What a page of another site contains. */
const snippet = (lang: Lang): string => `<script async
  src="${PRODUCT.origin}${path}"
  integrity="${release?.integrity}"
  crossorigin="anonymous"></script>
<levro-converter lang="${lang}">
  <a href="${PRODUCT.origin}${pathOf('converter', lang)}">${EMBED_TEXT[lang].fallback}</a>
</levro-converter>`

/** `5,6`: rounded up. */
const inKilobytes = (bytes: number, lang: Lang): string =>
  (Math.ceil(bytes / 100) / 10).toFixed(1).replace('.', LANGUAGES[lang].decimalMark)

/** How another site puts the converter on its pages, with the converter itself (OPEN-07). */
export function EmbedSection({ words }: { words: DeveloperText }) {
  const lang = useLang()
  const { title, texts, points, code, demo, fallback } = EMBED_TEXT[lang]
  const sizes = [release?.compressedBytes ?? 0, release?.bytes ?? 0].map((bytes) => inKilobytes(bytes, lang))
  const [compressed = '', raw = ''] = sizes
  useDemo()
  return (
    <div className="grid gap-6">
      <Part
        id={EMBED_ID}
        part={{ title, texts: texts(compressed, raw), points, request: snippet(lang) }}
        words={{ ...words, request: code }}
      />
      <figure id={DEMO_ID} className="grid min-h-80 content-start gap-2">
        <figcaption className="text-small text-muted">{demo}</figcaption>
        <levro-converter lang={lang} amount={`12${LANGUAGES[lang].decimalMark}50`} from={NATIONAL}>
          <a href={pathOf('converter', lang)} className="underline underline-offset-4">
            {fallback}
          </a>
        </levro-converter>
      </figure>
    </div>
  )
}

/** Loads the script when its place comes into the window, as a page of another site does. */
function useDemo(): void {
  const isInSight = useInSight(DEMO_ID)
  useEffect(() => {
    if (!isInSight || release === undefined || customElements.get('levro-converter')) return
    const script = document.createElement('script')
    script.src = path
    script.integrity = release.integrity
    script.crossOrigin = 'anonymous'
    document.head.append(script)
  }, [isInSight])
}
