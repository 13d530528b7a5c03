import {
  EXTENSIONS,
  type JsonItemError,
  type ReadError,
  type UnsupportedFile,
  type UnsupportedKind,
} from '#formats/format.ts'
import { formatList } from '#i18n/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { LIMITS } from '#product/limits.ts'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '#money/format.ts'
import { NATIONAL } from '#money/currency.ts'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Snapshot } from '#engine/types.ts'

const JSON_EXAMPLE = `{"name": "…", "price": 12.5, "currency": "${NATIONAL}"}`

const OTHER_FILE_TEXT = {
  zip: zipText,
  archive: m.other_archive,
  'nested-archive': m.other_nested_archive,
  'protected-archive': m.other_protected_archive,
  pdf: m.other_pdf,
  document: m.other_document,
  presentation: m.other_presentation,
  spreadsheet: m.other_spreadsheet,
  iwork: m.other_iwork,
  dbf: m.other_dbf,
  database: m.other_database,
  ebook: m.other_ebook,
  image: m.other_image,
  audio: m.other_audio,
  video: m.other_video,
  'web-page': m.other_web_page,
  'web-archive': m.other_web_archive,
  xml: m.other_xml,
  json: () => m.other_json({ example: JSON_EXAMPLE }),
  email: m.other_email,
  'encoded-text': m.other_encoded_text,
  text: m.other_text,
  program: m.other_program,
  office: m.other_office,
  'protected-office': m.other_protected_office,
  shortcut: m.other_shortcut,
  'google-sheet': m.other_google_sheet,
  'mac-companion': m.other_mac_companion,
  'lock-file': ({ format }) =>
    format === 'LibreOffice' ? m.other_lock_file_libreoffice() : m.other_lock_file(),
  misnamed: m.other_misnamed,
} satisfies Record<UnsupportedKind, (file: UnsupportedFile) => string>

/** Names the type of an unsupported file, and says how to get a table out of it. */
export function otherFileText(file: UnsupportedFile): string {
  const textOf: (file: UnsupportedFile) => string = OTHER_FILE_TEXT[file.kind]
  return textOf(file)
}

function zipText({ files }: UnsupportedFile): string {
  const { count = 0, names = [] } = files ?? {}
  return count === 0 ? m.other_zip_empty() : m.other_zip({ count, n: count, names: names.join(', ') })
}

type ErrorText = {
  title: string
  text: string
  /** One sentence for each invalid item of a JSON file. */
  items: string[]
}

const UNREADABLE = {
  broken: m.unreadable_broken,
  encrypted: m.unreadable_encrypted,
  bomb: m.unreadable_bomb,
  'not-a-workbook': m.unreadable_not_a_workbook,
  'not-json': m.unreadable_not_json,
  'xml-entities': m.unreadable_xml_entities,
  'json-comment': m.unreadable_json_comment,
  'json-comma': m.unreadable_json_comma,
  'too-wide': m.unreadable_too_wide,
} satisfies Record<Extract<ReadError, { code: 'unreadable' }>['reason'], () => string>

const JSON_PROBLEM = {
  'not-an-object': m.json_not_an_object,
  'currency-missing': m.json_currency_missing,
  'currency-unknown': m.json_currency_unknown,
  'price-missing': m.json_price_missing,
  'price-not-positive': m.json_price_not_positive,
  'name-not-text': m.json_name_not_text,
  'name-too-long': m.json_name_too_long,
} satisfies Record<JsonItemError['problem'], () => string>

/** Says why the file cannot be read, and what to do. */
export function readErrorMessage(error: ReadError, fileName: string | null, lang: Lang): ErrorText {
  const isJson = fileName?.toLowerCase().endsWith('.json') ?? false
  switch (error.code) {
    case 'unsupported-type':
      return {
        title: m.unsupported_type(),
        text: error.file
          ? otherFileText(error.file)
          : m.unsupported_type_hint({
              extensions: formatList(
                EXTENSIONS.map((extension) => `.${extension}`),
                lang,
              ),
            }),
        items: [],
      }
    case 'too-big':
      return { title: m.unreadable(), text: m.too_big({ limit: error.limitBytes / 1024 / 1024 }), items: [] }
    case 'other-file':
      return { title: m.unreadable(), text: otherFileText(error.file), items: [] }
    case 'no-rows':
      if (error.isEmpty) return { title: m.no_rows(), text: m.file_empty(), items: [] }
      return {
        title: isJson ? m.no_rows_json() : m.no_rows(),
        text: isJson ? m.no_rows_json_hint({ example: JSON_EXAMPLE }) : m.no_rows_hint(),
        items: [],
      }
    case 'unknown-sheet':
      return { title: m.unreadable(), text: m.unreadable_unknown_sheet(), items: [] }
    case 'unreadable':
      return { title: m.unreadable(), text: UNREADABLE[error.reason](), items: [] }
    case 'xml-fault':
      return {
        title: m.unreadable(),
        text: m.unreadable_xml({ line: error.line, column: error.column }),
        items: [],
      }
    case 'json-items': {
      const items = error.errors.map(({ item, problem }) =>
        m.json_item({ item, problem: JSON_PROBLEM[problem]() }),
      )
      if (error.more > 0) items.push(m.and_more({ count: error.more }))
      if (error.isReadable === true) items.push(m.json_readable({ example: '{"products": [ … ]}' }))
      return { title: m.unreadable(), text: m.json_items({ checked: LIMITS.jsonItemsChecked }), items }
    }
  }
}

/** Shows a read error as an alert, for a file that was read again while its earlier reading stays on the page. */
export function useReadErrorAlert(): (error: ReadError, fileName: string) => void {
  const { alert } = useAlerts()
  const lang = useLang()
  return (error, fileName) => alert(readErrorText(error, fileName, lang))
}

export function readErrorText(error: ReadError, fileName: string, lang: Lang): string {
  const { title, text, items } = readErrorMessage(error, fileName, lang)
  return [title.endsWith('.') ? title : `${title}.`, text, ...items].join(' ')
}

/** Why files were not opened together. */
export function notOpenedText(why: 'too-many' | 'none' | 'busy', lang: Lang): string {
  if (why === 'none') return m.many_none()
  if (why === 'busy') return m.many_busy()
  return m.many_too_many({ n: formatCount(LIMITS.manyLists, lang), mb: LIMITS.manyBytes / 1024 / 1024 })
}

type ReadingProgressProps = {
  /** `progress`: null while it is unknown. */
  state: Pick<Snapshot, 'fileName'> & { progress: number | null; rowsRead?: number | null }
  onCancel: () => void
}

/** A file is being read: how far it is, the rows counted so far, and a way to stop (BULK-03, BULK-04). */
export function ReadingProgress({ state, onCancel }: ReadingProgressProps) {
  const lang = useLang()
  const { fileName, progress, rowsRead } = state
  return (
    <section aria-labelledby="parsing-title" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
        <p className="flex min-w-0 items-center gap-2.5 text-h3 leading-tight font-bold tracking-tight max-sm:text-[1.25rem]">
          <Icon name="file" className="size-6 shrink-0 text-muted" />
          <span className="wrap-anywhere">{fileName}</span>
        </p>
        <h2 id="parsing-title" className="pill tracking-normal">
          {m.parsing()}
        </h2>
        <Button look="plain" size="small" className="ms-auto" onClick={onCancel}>
          {m.cancel()}
        </Button>
      </div>
      <progress
        className="block h-1.5 w-full"
        aria-labelledby="parsing-title"
        value={progress ?? undefined}
      />
      <p className="flex min-h-6 flex-wrap justify-between gap-x-4 text-small text-muted">
        <span>
          {rowsRead !== null &&
            rowsRead !== undefined &&
            m.parsing_rows({ count: rowsRead, n: formatCount(rowsRead, lang) })}
        </span>
        <span>{progress !== null && formatPercent(progress, lang)}</span>
      </p>
    </section>
  )
}

type ReadFailureProps = { state: Pick<Snapshot, 'fileName' | 'error'>; onReset: () => void }

/** Shows why the file could not be read. */
export function ReadFailure({ state, onReset }: ReadFailureProps) {
  const lang = useLang()
  if (!state.error) return null
  const { title, text, items } = readErrorMessage(state.error, state.fileName, lang)
  return (
    <Failure title={title} action={m.choose_another_file()} onAction={onReset}>
      {state.fileName && <p className="wrap-anywhere text-muted">{state.fileName}</p>}
      <p>{text}</p>
      {items.length > 0 && (
        <ul className="list-disc ps-5">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </Failure>
  )
}

type FailureProps = { title: string; action: string; onAction: () => void; children: ReactNode }

/** An error in place of a file's content, with a button to start again. Its title can receive the focus. */
export function Failure({ title, action, onAction, children }: FailureProps) {
  return (
    <section role="alert" className="card relative grid w-full max-w-140 gap-3 p-5 sm:p-7">
      <h2 id="failure-title" tabIndex={-1} className="flex items-start gap-2.5 text-h3 outline-none">
        <Icon name="warning" className="mt-0.5 size-6 shrink-0 text-error" />
        {title}
      </h2>
      {children}
      <div className="mt-2">
        <Button look="filled" className="max-sm:w-full" onClick={onAction}>
          {action}
        </Button>
      </div>
    </section>
  )
}
