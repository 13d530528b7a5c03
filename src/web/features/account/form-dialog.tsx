import { type FormEvent, type ReactNode, useId } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = {
  title: string
  /** Above the form. */
  intro: ReactNode
  action: string
  look?: 'filled' | 'danger'
  isBusy: boolean
  /** Another way to answer, beside the button of the form. */
  otherAction?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  onCancel: () => void
  /** The fields and the error. */
  children: ReactNode
}

/** A dialog that holds a form. */
export function FormDialog({ title, intro, action, look = 'filled', isBusy, otherAction, ...rest }: Props) {
  const formId = useId()
  const { onSubmit, onCancel, children } = rest
  const actions = (
    <>
      <Button look="plain" onClick={onCancel}>
        {m.cancel()}
      </Button>
      {otherAction}
      <Button look={look} type="submit" form={formId} isUnavailable={isBusy}>
        {isBusy ? m.sending() : action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onDismiss={onCancel} actions={actions}>
      {intro}
      <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        {children}
      </form>
    </Dialog>
  )
}
