import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { LIMITS, QUICK_COUNTS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SEGMENT, SEGMENTS } from '../../../ui/radio-group.tsx'
import { EmptySheet } from '../../file/empty-sheet.tsx'
import { FileButton } from '../../file/file-picker.tsx'
import { Notice } from '../../file/notice.tsx'
import { BulkHelp, TemplateLinks } from './help.tsx'
import { sampleFile } from './sample.ts'

type InputChoiceProps = {
  onFile: (file: File) => Promise<void>
  onFiles: (files: readonly File[]) => Promise<void>
  onManual: (count: number) => void
  /** A button that restores rows that were just cleared. */
  undo: ReactNode
  /** With results above it, the choice of the next file is small. */
  isCompact: boolean
  /** Whether a file that was open was too large to be kept. */
  isLargeLost: boolean
  /** In place of the choice of a file: why the last one could not be read. */
  failure?: ReactNode
}

/** The choice between a file and rows typed by hand (BULK-01, BULK-02). */
export function InputChoice({
  onFile,
  onFiles,
  onManual,
  undo,
  isLargeLost,
  isCompact,
  failure,
}: InputChoiceProps) {
  if (isCompact) return failure ?? <NextInput onFiles={onFiles} onManual={onManual} undo={undo} />
  return (
    <div className="grid min-h-rest content-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] print:hidden">
      {undo && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-2 lg:col-span-2">
          <p>{m.rows_cleared()}</p>
          {undo}
        </div>
      )}
      {isLargeLost && (
        <div className="lg:col-span-2" data-testid="lost-file">
          <Notice>
            <p>{m.large_lost()}</p>
          </Notice>
        </div>
      )}
      <EmptySheet
        columns={COLUMNS()}
        grid="grid-cols-[1fr_6rem_6rem] sm:grid-cols-[4rem_1fr_9rem_9rem]"
        className="p-4 pt-15 sm:min-h-120 sm:pt-4"
      >
        {failure ?? <FileCard onFile={onFile} onFiles={onFiles} />}
      </EmptySheet>
      <div className="grid content-start gap-5">
        <ManualCard onManual={onManual} />
        <TemplateLinks />
        <BulkHelp />
      </div>
      <Assurances />
    </div>
  )
}

/** The same choice in one line, below results. */
function NextInput({
  onFiles,
  onManual,
  undo,
}: Omit<InputChoiceProps, 'isCompact' | 'failure' | 'isLargeLost' | 'onFile'>) {
  return (
    <section
      aria-labelledby="choose-title"
      className="flex flex-wrap items-center gap-2 border-t border-line pt-5 max-sm:grid print:hidden"
    >
      <h2 id="choose-title" tabIndex={-1} className="sr-only">
        {m.bulk_upload_title()}
      </h2>
      <FileButton look="tinted" onFiles={onFiles}>
        <Icon name="file" />
        {m.bulk_next_file()}
      </FileButton>
      <Button look="plain" onClick={() => onManual(QUICK_COUNTS[0])}>
        {m.bulk_manual()}
      </Button>
      {undo && (
        <>
          <p className="ms-auto max-sm:ms-0">{m.rows_cleared()}</p>
          {undo}
        </>
      )}
    </section>
  )
}

const COLUMNS = () => [
  { className: 'max-sm:hidden' },
  { title: m.column_name(), className: 'text-muted' },
  { title: m.word_leva(), className: 'text-end text-national' },
  { title: m.word_euro(), className: 'bg-euro-soft text-end text-euro' },
]

function FileCard({ onFile, onFiles }: Pick<InputChoiceProps, 'onFile' | 'onFiles'>) {
  const lang = useLang()
  return (
    <div className="card relative grid max-w-full justify-items-center gap-3 px-6 pt-7 pb-5 text-center sm:px-11">
      <h2 id="choose-title" tabIndex={-1} className="sr-only">
        {m.bulk_upload_title()}
      </h2>
      <FileButton look="filled" size="large" className="sm:min-w-60" onFiles={onFiles}>
        <Icon name="file" />
        {m.bulk_upload()}
      </FileButton>
      {/* Nothing is dragged where there is no mouse. */}
      <p className="pointer-coarse:hidden">{m.bulk_drop_hint()}</p>
      <p className="max-w-96 text-small text-muted">{m.bulk_formats()}</p>
      <p className="max-w-96 text-small text-muted">
        {m.many_hint({ n: formatCount(LIMITS.manyLists, lang), mb: LIMITS.fileBytes / 1024 / 1024 })}
      </p>
      <div className="flex flex-wrap justify-center">
        <Button look="plain" onClick={() => void onFile(sampleFile())}>
          <span className="underline decoration-line-strong underline-offset-4">{m.bulk_sample()}</span>
        </Button>
        {/* Phones have no folders to choose. */}
        <FileButton look="plain" className="pointer-coarse:hidden" isFolder onFiles={onFiles}>
          <span className="underline decoration-line-strong underline-offset-4">{m.many_folder()}</span>
        </FileButton>
      </div>
    </div>
  )
}

function ManualCard({ onManual }: Pick<InputChoiceProps, 'onManual'>) {
  const lang = useLang()
  const session = useSession()
  const name = useId()
  const [count, setCount] = useState<number>(QUICK_COUNTS[0])
  const tokens = session.status === 'signed-in' ? session.tokens : undefined
  const most = Math.min(tokens ?? LIMITS.manualRows, LIMITS.manualRows)
  return (
    <section aria-labelledby={`${name}-title`} className="card grid gap-3 p-5">
      <h2 id={`${name}-title`} className="text-h3">
        {m.bulk_manual_title()}
      </h2>
      <p className="text-muted">{m.bulk_manual_text()}</p>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{m.count_label()}</legend>
        <div className={`${SEGMENTS} w-full`}>
          {QUICK_COUNTS.map((option) => (
            <label
              key={option}
              className={`${SEGMENT} min-h-9.5 flex-1 text-muted has-checked:bg-chosen has-checked:text-ink has-checked:ring has-checked:ring-line-strong has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-ink`}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                aria-label={m.count_of({ count: option })}
                checked={count === option}
                disabled={option > Math.max(most, QUICK_COUNTS[0])}
                onChange={() => setCount(option)}
              />
              {option}
            </label>
          ))}
        </div>
      </fieldset>
      <Button look="tinted" onClick={() => onManual(count)}>
        {m.bulk_manual()}
      </Button>
      {tokens !== undefined && tokens > 0 && (
        <p className="text-center text-small text-muted">
          {m.bulk_manual_tokens({ count: tokens, n: formatCount(tokens, lang) })}
        </p>
      )}
    </section>
  )
}

function Assurances() {
  const items = [
    [m.bulk_assure_local(), m.bulk_assure_local_text()],
    [m.bulk_assure_asks(), m.bulk_assure_asks_text()],
    [m.bulk_assure_rest(), m.bulk_assure_rest_text()],
  ] as const
  return (
    <ul className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-3 lg:col-span-2">
      {items.map(([title, text]) => (
        <li key={title}>
          <h3 className="text-base">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
