import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, listApiKeys, revokeApiKey } from '#api/api-keys.ts'
import type { ReplyOf } from '#api/endpoint.ts'
import { apiErrorMessage, call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { queryOf } from '../../../session/queries.ts'
import { useUnauthorizedRedirect } from '../../../session/sign-out.ts'
import { useSubmit } from '../../../session/use-submit.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDateTimeText } from '../../../ui/date-time.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { FormError, LoadFailure } from '../../../ui/form-status.tsx'
import { toasts } from '../../../ui/toasts.tsx'
import { ConfirmationEmail } from '../confirmation-email.tsx'
import { FoldedForm, SettingsLine, SettingsSection, useAccountFacts } from '../settings-section.tsx'
import { useConfirmed } from '../two-step/confirm-identity.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { type CreatedKey, ShownKey } from './shown-key.tsx'

const TITLE_ID = 'api-keys-title'

const API_KEYS_KEY = ['/api/account', 'api-keys']

/** The API keys of the account: lists, creates and revokes them. */
export function ApiKeySettings() {
  const client = useQueryClient()
  const isUnconfirmed = useAccountFacts().data?.isVerified === false
  const { data, error, isPending, refetch } = useQuery({
    queryKey: API_KEYS_KEY,
    queryFn: queryOf<ReplyOf<typeof listApiKeys>>('raise'),
    refetchOnMount: 'always',
  })
  const isGone = useUnauthorizedRedirect(error)
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<CreatedKey>()
  const { error: failure, attempt } = useSubmit(m.api_key_revoke_failed())
  const { confirmed, question } = useConfirmed()
  const { confirm } = useAlerts()

  async function revoke({ id, name }: ApiKey) {
    const asked = {
      title: m.api_key_revoke_title({ name }),
      text: m.api_key_revoke_text(),
      action: m.api_key_revoke(),
      danger: true,
    }
    if (!(await confirm(asked))) return
    await attempt(async () => {
      const done = await confirmed(() =>
        call<typeof revokeApiKey>('DELETE /api/account/api-keys/:id', { params: { id } }),
      )
      if (done === undefined) return
      toasts.show(m.api_key_revoked())
      await client.invalidateQueries({ queryKey: API_KEYS_KEY })
      // The button that was clicked is unmounted.
      focusOn(TITLE_ID)
    })
  }

  const keys = data?.apiKeys ?? []
  return (
    <SettingsSection id={TITLE_ID} title={m.api_keys_title()} text={m.api_keys_text()}>
      {isPending && <p className="text-muted">{m.loading()}</p>}
      {error && !isGone && (
        <LoadFailure text={apiErrorMessage(error, m.settings_failed())} onRetry={() => void refetch()} />
      )}
      {keys.length > 0 && (
        <ul className="w-full border-b border-line" data-testid="api-keys">
          {keys.map((apiKey) => (
            <KeyLine key={apiKey.id} apiKey={apiKey} onRevoke={() => void revoke(apiKey)} />
          ))}
        </ul>
      )}
      <FormError text={failure?.text} />
      {isUnconfirmed ? (
        <>
          <p>{m.api_keys_unconfirmed()}</p>
          <ConfirmationEmail />
        </>
      ) : (
        <FoldedForm
          isOpen={isOpen}
          closed={
            <Button look="tinted" onClick={() => setOpen(true)}>
              {m.api_key_create()}
            </Button>
          }
        >
          <NewKeyForm
            onCreated={(made) => {
              setOpen(false)
              setCreated(made)
              void client.invalidateQueries({ queryKey: API_KEYS_KEY })
            }}
            onCancel={() => setOpen(false)}
          />
        </FoldedForm>
      )}
      {question}
      {created !== undefined && <ShownKey created={created} onClose={() => setCreated(undefined)} />}
    </SettingsSection>
  )
}

function KeyLine({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const textOf = useDateTimeText()
  const { name, prefix, scopes, requestsPerMinute, tokensPerDay, createdAt, lastUsedAt } = apiKey
  return (
    <li className="py-3 not-first:border-t not-first:border-line first:pt-0">
      <SettingsLine
        action={
          <Button
            look="plain"
            className="-me-3"
            aria-label={`${m.api_key_revoke()}: ${name}`}
            onClick={onRevoke}
          >
            {m.api_key_revoke()}
          </Button>
        }
      >
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-small wrap-anywhere text-muted">
          <span translate="no" className="font-mono">
            {prefix}…
          </span>{' '}
          ·{' '}
          <span translate="no" className="font-mono">
            {scopes.join(', ')}
          </span>{' '}
          · {m.api_key_requests({ count: requestsPerMinute })}
          {tokensPerDay !== null && ` · ${m.api_key_tokens({ count: tokensPerDay })}`}
        </p>
        <p className="text-small text-muted">
          {m.factor_since({ time: textOf(createdAt) })} ·{' '}
          {lastUsedAt === null ? m.api_key_unused() : m.session_last_used({ time: textOf(lastUsedAt) })}
        </p>
      </SettingsLine>
    </li>
  )
}
