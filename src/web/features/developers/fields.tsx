import { FIELDS } from 'virtual:endpoint-fields'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import type { EndpointField, EndpointProps } from './endpoint.ts'
import { FIELDS_BG } from './fields.bg.ts'
import { FIELDS_EN } from './fields.en.ts'
import { CodeName, Marked } from './part.tsx'
import type { DeveloperText, FieldTexts } from './text.ts'

const TEXTS = { bg: FIELDS_BG, en: FIELDS_EN } satisfies Record<Lang, FieldTexts>

/** The fields of a request and of its response, each with its type and meaning. */
export default function Fields({ call, words }: EndpointProps) {
  const { name } = call
  const { takes = [], gives = [] } = FIELDS[name] ?? {}
  return (
    <>
      <List title={words.takes} fields={takes} words={words} prefixes={[`${name}>`, '>']} hasPlaces />
      <List title={words.gives} fields={gives} words={words} prefixes={[`${name}<`]} />
    </>
  )
}

/** The text for the whole path with one of the prefixes, else for its longest end. */
function meaningOf(path: string, prefixes: readonly string[], texts: FieldTexts): string | undefined {
  const names = path.split('.')
  const keys = [...prefixes.map((prefix) => prefix + path), ...names.map((_, i) => names.slice(i).join('.'))]
  return keys.map((key) => texts[key]).find((text) => text !== undefined)
}

type ListProps = {
  title: string
  fields: readonly EndpointField[]
  words: DeveloperText
  prefixes: readonly string[]
  hasPlaces?: boolean
}

function List({ title, fields, words, prefixes, hasPlaces = false }: ListProps) {
  const texts = TEXTS[useLang()]
  if (fields.length === 0) {
    return (
      <p className="text-muted">
        {title}: {words.nothing}
      </p>
    )
  }
  return (
    <div className="text-small">
      <h3 className="pb-1 text-small font-semibold">{title}</h3>
      <dl>
        {fields.map(({ name, type, isOptional, place }) => {
          const meaning = meaningOf(name, prefixes, texts)
          return (
            <div
              key={name}
              className="gap-x-4 border-t border-line py-1.5 max-sm:flex max-sm:flex-wrap max-sm:items-baseline sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] xl:grid-cols-[minmax(0,13rem)_minmax(0,12rem)_minmax(0,1fr)]"
            >
              <dt>
                <CodeName name={name} />
              </dt>
              <dd className="wrap-anywhere text-muted sm:max-xl:row-start-2">
                <span translate="no" className="font-mono">
                  {type}
                </span>
                {hasPlaces && place !== 'body' && `, ${words.places[place]}`}
                {isOptional && `, ${words.optional}`}
              </dd>
              <dd className="max-sm:w-full sm:max-xl:row-span-2">
                {meaning !== undefined && <Marked text={meaning} />}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
