import { type FormEvent, useId, useState } from 'react'
import type { createApiKey } from '#api/api-keys.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { API_KEY_LIMITS, API_KEY_SCOPES, type ApiKeyScope } from '#product/api-keys.ts'
import { useSubmit } from '../../../session/use-submit.ts'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-status.tsx'
import { FoldedFormActions } from '../settings-section.tsx'
import { useConfirmed } from '../two-step/confirm-identity.tsx'
import type { CreatedKey } from './shown-key.tsx'

const SCOPE_TEXT: Record<ApiKeyScope, () => string> = {
  convert: m.api_key_scope_convert,
  check: m.api_key_scope_check,
  read: m.api_key_scope_read,
}

type Problem = 'name' | 'scopes' | 'requests' | 'tokens'

const PROBLEM_TEXT: Record<Problem, () => string> = {
  name: m.api_key_name_missing,
  scopes: m.api_key_scopes_missing,
  requests: () => m.api_key_number_wrong({ max: API_KEY_LIMITS.maxRequestsPerMinute }),
  tokens: () => m.api_key_number_wrong({ max: API_KEY_LIMITS.maxTokensPerDay }),
}

/** Digits only: a browser reads other numbers (`1e3`) from a field of type `number`. */
const isWithin = (text: string, max: number): boolean =>
  /^[1-9]\d{0,8}$/.test(text.trim()) && Number(text) <= max

type Props = { onCreated: (created: CreatedKey) => void; onCancel: () => void }

/** Asks what a new API key may do, and creates it. */
export function NewKeyForm({ onCreated, onCancel }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(API_KEY_SCOPES)
  const [requests, setRequests] = useState(String(API_KEY_LIMITS.requestsPerMinute))
  const [tokens, setTokens] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const { error, isBusy, attempt, clearError } = useSubmit(m.api_key_create_failed())
  const { confirmed, question } = useConfirmed()
  const scopesId = useId()
  const problemOf = (field: Problem) => (problem === field ? PROBLEM_TEXT[field]() : undefined)
  const typed = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setProblem(undefined)
    clearError()
  }

  function findProblem(): Problem | undefined {
    if (name.trim() === '') return 'name'
    if (scopes.length === 0) return 'scopes'
    if (!isWithin(requests, API_KEY_LIMITS.maxRequestsPerMinute)) return 'requests'
    return tokens.trim() === '' || isWithin(tokens, API_KEY_LIMITS.maxTokensPerDay) ? undefined : 'tokens'
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = findProblem()
    setProblem(found)
    if (found !== undefined) return
    const body = {
      name,
      scopes: [...scopes],
      requestsPerMinute: Number(requests),
      tokensPerDay: tokens.trim() === '' ? null : Number(tokens),
    }
    await attempt(async () => {
      const created = await confirmed(() => call<typeof createApiKey>('POST /api/account/api-keys', { body }))
      if (created !== undefined) onCreated(created)
    })
  }

  function toggle(scope: ApiKeyScope, isChecked: boolean) {
    setScopes(API_KEY_SCOPES.filter((one) => (one === scope ? isChecked : scopes.includes(one))))
    setProblem(undefined)
  }

  return (
    <>
      <form noValidate onSubmit={(event) => void send(event)} className="grid w-full max-w-md gap-4">
        <Field
          label={m.api_key_name()}
          hint={m.api_key_name_hint()}
          value={name}
          maxLength={API_KEY_LIMITS.nameLength}
          autoComplete="off"
          seeksFocus
          error={problemOf('name')}
          onChange={typed(setName)}
        />
        <fieldset aria-describedby={problem === 'scopes' ? scopesId : undefined} className="grid gap-1">
          <legend className="font-semibold">{m.api_key_scopes()}</legend>
          {API_KEY_SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
                className="size-5 shrink-0"
              />
              <span>{SCOPE_TEXT[scope]()}</span>
            </label>
          ))}
          {problem === 'scopes' && (
            <p id={scopesId} role="alert" className="font-semibold text-error">
              {PROBLEM_TEXT.scopes()}
            </p>
          )}
        </fieldset>
        <Field
          label={m.api_key_requests_label()}
          value={requests}
          inputMode="numeric"
          autoComplete="off"
          seeksFocus
          error={problemOf('requests')}
          onChange={typed(setRequests)}
        />
        <Field
          label={m.api_key_tokens_label()}
          hint={m.api_key_tokens_hint()}
          value={tokens}
          inputMode="numeric"
          autoComplete="off"
          seeksFocus
          error={problemOf('tokens')}
          onChange={typed(setTokens)}
        />
        <FormError text={error?.text} />
        <FoldedFormActions action={m.api_key_create()} isBusy={isBusy} onCancel={onCancel} />
      </form>
      {question}
    </>
  )
}
