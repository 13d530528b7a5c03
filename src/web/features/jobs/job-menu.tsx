import { type ReactNode, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

export type JobAction = {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
  /** Whether a button of the row offers it. */
  readonly isInRow?: boolean
  /** Whether the row has room for that in a wide window only; else the menu has it. */
  readonly isWide?: boolean
  readonly isDanger?: boolean
}

const WIDTH = 240

/** The actions of one saved conversion that are rarely needed, and those without room in its row. */
export function JobMenu({
  title,
  isBusy,
  actions,
}: {
  title: string
  isBusy: boolean
  actions: readonly JobAction[]
}) {
  const [place, setPlace] = useState<{ top: number; left: number }>()
  const inMenu = actions.filter(({ isInRow = false, isWide = false }) => !isInRow || isWide)
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="size-9 px-0! pointer-coarse:size-11"
        aria-haspopup="dialog"
        aria-expanded={place !== undefined}
        aria-label={`${m.job_more()}: ${title}`}
        isUnavailable={isBusy}
        onClick={({ currentTarget }) => {
          const { bottom, right } = currentTarget.getBoundingClientRect()
          const height = 20 + 44 * inMenu.length
          setPlace({
            top: Math.max(8, Math.min(bottom + 4, window.innerHeight - height)),
            left: Math.max(8, right - WIDTH),
          })
        }}
      >
        <Icon name="more" />
      </Button>
      {place && (
        <Modal
          aria-label={`${m.job_more()}: ${title}`}
          onDismiss={() => setPlace(undefined)}
          style={place}
          className="fixed m-0 w-60 rounded-base border border-line bg-raised p-1.5 text-ink shadow-float backdrop:bg-transparent"
        >
          {inMenu.map(({ name, icon, run, isWide = false, isDanger = false }) => (
            <Item
              key={name}
              icon={icon}
              className={`${isWide ? 'xl:hidden' : ''} ${isDanger ? 'text-error' : ''}`}
              onClick={() => {
                setPlace(undefined)
                run()
              }}
            >
              {name}
            </Item>
          ))}
        </Modal>
      )}
    </>
  )
}

type ItemProps = { icon: IconName; className: string; onClick: () => void; children: ReactNode }

function Item({ icon, className, onClick, children }: ItemProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-start font-semibold -outline-offset-2 hover:bg-hover ${className}`}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
