import { type FormEvent, useEffect, useState } from 'react'
import type { deleteAccount } from '#api/account.ts'
import { formatCount } from '#money/format.ts'
import { call } from '#engine/http/client.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSubmit } from '../../session/use-submit.ts'
import { useEndSession } from '../../session/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-status.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { useConfirmed } from './two-step/confirm-identity.tsx'
import { FoldedForm, FoldedFormActions, SettingsSection } from './settings-section.tsx'

/** The English word is accepted in every language. */
const WORDS = ['delete', 'изтрий']

/** Whether the text confirms the deletion: the word or the user's email, in any case (AUTH-06). */
export function isDeletionWord(text: string, email: string): boolean {
  const typed = text.trim().toLowerCase()
  return typed === email.toLowerCase() || WORDS.includes(typed)
}

/** Deletes the account after a confirmation, which is folded until it is asked for (AUTH-06). */
export function DangerZone({ email, tokens }: { email: string; tokens: number }) {
  const lang = useLang()
  const [isOpen, setOpen] = useState(false)
  const gone = m.delete_account_gone({
    tokens: m.tokens_for({ count: tokens, n: formatCount(tokens, lang) }),
  })
  return (
    <SettingsSection title={m.danger_title()} text={gone}>
      <FoldedForm
        isOpen={isOpen}
        closed={
          <Button look="plain" className="-ms-3 text-error! md:-mt-2.5" onClick={() => setOpen(true)}>
            <Icon name="trash" />
            {m.delete_account()}
          </Button>
        }
      >
        <DeletionForm email={email} onCancel={() => setOpen(false)} />
      </FoldedForm>
    </SettingsSection>
  )
}

/** What removes the rows on the device. */
const loadRemoval = () =>
  Promise.all([import('#engine/bulk/client.ts'), import('#engine/storage/history.ts')])

function DeletionForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const leave = useEndSession()
  const lang = useLang()
  const [isUnderstood, setUnderstood] = useState(false)
  const [word, setWord] = useState('')
  const { error, isBusy, attempt, clearError } = useSubmit(m.delete_account_failed())
  const { confirmed, question } = useConfirmed()
  const isReady = isUnderstood && isDeletionWord(word, email)
  // Some browsers never load a module again that failed once: it is there before the connection is lost.
  useEffect(() => void loadRemoval().catch(() => undefined), [])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    await attempt(async () => {
      // First: without it the user's rows would remain on the device.
      const [{ bulk }, { HISTORY }] = await loadRemoval()
      const reply = await confirmed(() => call<typeof deleteAccount>('DELETE /api/account', {}))
      if (reply === undefined) return
      // The account is deleted: a device that cannot clear its store is no failure of that.
      await HISTORY.deleteUser(email)
      await leave(`${pathOf('home', lang)}?account_deleted=1`, bulk, { replace: true })
    })
  }

  return (
    <>
      <form onSubmit={(event) => void send(event)} className="grid w-full gap-4 border-s-4 border-error ps-5">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={isUnderstood}
            onChange={(event) => {
              setUnderstood(event.target.checked)
              clearError()
            }}
            className="size-5 shrink-0 accent-(--invalid)"
          />
          {m.delete_account_understood()}
        </label>
        <div className="max-w-md">
          <Field
            label={m.delete_account_type()}
            error={undefined}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={word}
            onChange={(event) => {
              setWord(event.target.value)
              clearError()
            }}
          />
        </div>
        <p className="max-w-prose text-muted">
          <LinkedText text={m.delete_account_kept()} inNewTab />
        </p>
        <FormError text={error?.text} />
        <FoldedFormActions look="danger" action={m.delete_account()} {...{ isReady, isBusy, onCancel }} />
      </form>
      {question}
    </>
  )
}
