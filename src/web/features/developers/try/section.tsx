import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLang } from '../../../routing/location.ts'
import { entryPath, pathOf } from '../../../routing/paths.ts'
import { refreshSession, useSession } from '../../../session/session.ts'
import { saveFile } from '../../../ui/browser.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FormError, StatusLine } from '../../../ui/form-status.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Example, Heading, Marked } from '../part.tsx'
import { TRY_CALLS, type TryCall, type TryResponse, sendTry } from './send.ts'
import { TRY_TEXT, exampleRows } from './text.ts'

export const TRY_ID = 'try'

const CALLS = Object.keys(TRY_CALLS) as TryCall[]

/** Sends a request to the API from the page, with an API key or in the session of the page, and shows the response (OPEN-01). */
export function TrySection({ exampleName }: { exampleName: string }) {
  const words = TRY_TEXT[useLang()]
  const [call, setCall] = useState<TryCall>('balance')
  const [apiKey, setApiKey] = useState('')
  const [rows, setRows] = useState(() => exampleRows(exampleName))
  const [file, setFile] = useState<File>()
  const [query, setQuery] = useState('')
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const [response, setResponse] = useState<TryResponse>()
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const takesFile = call === 'file' || call === 'check'

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setFailure('')
    setResponse(undefined)
    if (takesFile && file === undefined) {
      setFailure(words.noFile)
      picker.current?.focus()
      return
    }
    setSending(true)
    const body = takesFile ? file : call === 'rows' ? rows : undefined
    try {
      setResponse(
        await sendTry({
          call,
          apiKey: apiKey.trim(),
          query: takesFile ? query : '',
          ...(body !== undefined && { body }),
        }),
      )
      if (body !== undefined && apiKey === '') await refreshSession(client)
    } catch {
      setFailure(words.noAnswer)
    } finally {
      setSending(false)
    }
  }

  function pick(next: TryCall) {
    setCall(next)
    setFailure('')
    setResponse(undefined)
  }

  const { method, path } = TRY_CALLS[call]
  return (
    <section aria-labelledby={TRY_ID} className="grid grid-cols-[minmax(0,1fr)] gap-4 noscript:hidden">
      <Heading id={TRY_ID} title={words.title} />
      {words.texts.map((text) => (
        <p key={text} className="max-w-prose">
          <Marked text={text} />
        </p>
      ))}
      <form className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void send(event)}>
        <RadioGroup
          label={words.call}
          isLabelShown
          value={call}
          options={CALLS.map((value) => ({ value, text: words.calls[value] }))}
          onPick={async (next) => pick(next)}
        />
        <p translate="no" className="font-mono text-small wrap-anywhere">
          {method} {path}
        </p>
        <Field
          label={words.key}
          hint={words.keyHint}
          error={undefined}
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="levro_…"
          value={apiKey}
          onChange={(event) => setApiKey(event.target.value)}
        />
        {call === 'rows' && (
          <TextArea
            label={words.body}
            hint={words.bodyHint}
            error={undefined}
            spellCheck={false}
            translate="no"
            value={rows}
            onChange={(event) => setRows(event.target.value)}
          />
        )}
        {takesFile && (
          <>
            <div className="grid gap-1.5">
              <label htmlFor="try-file" className="font-semibold">
                {words.file}
              </label>
              <input
                ref={picker}
                id="try-file"
                type="file"
                className="min-h-11 max-w-full rounded-base file:me-3 file:min-h-11 file:rounded-base file:bg-action-soft file:px-4 file:font-bold file:text-on-action-soft"
                onChange={(event) => setFile(event.target.files?.[0])}
              />
            </div>
            <Field
              label={words.query}
              hint={call === 'check' ? words.checkQueryHint : words.queryHint}
              error={undefined}
              autoCapitalize="none"
              spellCheck={false}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button look="filled" type="submit" isUnavailable={isSending}>
            {words.send}
          </Button>
          {apiKey === '' && <SignInLink text={words.signIn} />}
        </div>
        <FormError text={failure} />
        <StatusLine
          text={isSending ? words.sending : response !== undefined && `${words.answer}: ${response.status}`}
        />
      </form>
      {response && <Response response={response} />}
    </section>
  )
}

/** For visitors who would otherwise need a key. It is next to the button, so that nothing moves when the session is known. */
function SignInLink({ text }: { text: string }) {
  const lang = useLang()
  const session = useSession()
  if (session.status !== 'signed-out' || !session.known) return null
  return (
    <Link
      to={entryPath('login', lang, `${pathOf('developers', lang)}#${TRY_ID}`)}
      className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {text}
    </Link>
  )
}

function Response({ response: { status, headers, text, isCut, file } }: { response: TryResponse }) {
  const words = TRY_TEXT[useLang()]
  const lines = [status, headers, '', isCut ? `${text}\n${words.cut}` : text]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4" data-testid="try-response">
      <div className="w-full">
        <Example title={words.answer} text={lines.join('\n').trim()} />
      </div>
      {file && (
        <Button look="tinted" onClick={() => saveFile(file.content, file.name)}>
          {words.saveFile}: {file.name}
        </Button>
      )}
    </div>
  )
}
