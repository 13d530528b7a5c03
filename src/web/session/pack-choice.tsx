import { type ReactNode, useId, useState } from 'react'
import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { PACKS, type Pack, findPack, packFor } from '#product/plans.ts'
import { saveResume } from '#engine/storage/resume.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../routing/location.ts'
import { pathOf } from '../routing/paths.ts'
import { CheaperPacks, PurchaseTerms } from './purchase-terms.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { focusOn } from '../ui/focus.ts'
import { FreeTokensHint } from './free-tokens.tsx'
import { Icon } from '../ui/icon.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { RAIL_BUTTON } from './rail-button.ts'

export const BUY_ID = 'buy-tokens'

type PackChoiceProps = {
  missing: number
  /** Tokens that the first prices of the same file have cost. */
  charged: number
  /** What can be done instead, directly below the button that buys. */
  children: ReactNode
}

/** Buys the tokens that are missing: the pack that covers them, in whose place all can be shown. */
export function PackChoice({ missing, charged, children }: PackChoiceProps) {
  const lang = useLang()
  const name = useId()
  const covering = packFor(missing)
  const [picked, setPicked] = useState<string>()
  const [areAllShown, setAllShown] = useState(false)
  const pack = findPack(picked ?? '') ?? covering
  if (!covering || !pack) return null
  const others = PACKS.filter((one) => one !== covering)
  const n = (count: number) => formatCount(count, lang)
  const termsId = `${name}-terms`
  return (
    <div id={BUY_ID} tabIndex={-1} className="grid grid-cols-1 gap-2.5 outline-none" data-testid="buy">
      <FreeTokensHint />
      <fieldset className="grid min-w-0 grid-cols-1">
        <legend className="sr-only">{m.packs_title()}</legend>
        {(areAllShown ? PACKS : [covering]).map((one) => (
          <PackOption
            key={one.id}
            pack={one}
            name={name}
            left={one.tokens - missing}
            isPicked={one === pack}
            isAlone={!areAllShown}
            onPick={() => setPicked(one.id)}
          />
        ))}
      </fieldset>
      {!areAllShown && (
        <button
          type="button"
          aria-expanded={false}
          className="-mt-1 flex min-h-9 w-fit items-center gap-1.5 text-small text-muted hover:text-ink pointer-coarse:min-h-11"
          onClick={() => {
            setAllShown(true)
            focusOn(radioId(name, pack))
          }}
        >
          {m.packs_other({ packs: others.map(({ tokens }) => n(tokens)).join(', ') })}
          <Icon name="chevron" className="size-4" />
        </button>
      )}
      {covering.tokens >= missing && <CheaperPacks missing={missing} />}
      {covering.tokens < missing && (
        <p className="text-small">
          <LinkedText text={m.packs_beyond({ n: n(missing) })} inNewTab />
        </p>
      )}
      <PurchaseTerms pack={pack} id={termsId} className="text-[0.8125rem]! leading-snug" inNewTab />
      <ButtonLink
        look="filled"
        size="large"
        className={RAIL_BUTTON}
        to={`${pathOf('checkout', lang)}?priceId=${pack.id}`}
        aria-describedby={termsId}
        onClick={() => saveResume('bulk')}
      >
        {m.buy_pack({ tokens: n(pack.tokens), price: formatMoney(pack.price, EURO, lang) })}
      </ButtonLink>
      {children}
      <p className="text-small text-muted">
        {m.buy_return({
          charged: charged > 0 ? m.buy_charged({ count: charged, n: n(charged) }) : m.buy_uncharged(),
        })}
      </p>
    </div>
  )
}

const radioId = (name: string, { id }: Pack): string => `${name}-${id}`

type OptionProps = {
  pack: Pack
  name: string
  /** Tokens left after the conversion; negative where the pack does not cover it. */
  left: number
  isPicked: boolean
  /** Nothing to choose: without the dot of a choice. */
  isAlone: boolean
  onPick: () => void
}

function PackOption({ pack, name, left, isPicked, isAlone, onPick }: OptionProps) {
  const lang = useLang()
  return (
    <label
      className={`grid cursor-pointer items-center border border-line-strong px-3 not-first:-mt-px first-of-type:rounded-t-base last-of-type:rounded-b-base has-checked:relative has-checked:border-ink has-checked:bg-sunken has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:z-10 has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${isAlone ? 'relative grid-cols-[1fr_auto] py-2' : 'grid-cols-[auto_1fr_auto] py-1.5 leading-snug'}`}
    >
      <input
        id={radioId(name, pack)}
        type="radio"
        name={name}
        checked={isPicked}
        onChange={onPick}
        className={isAlone ? 'sr-only' : 'me-2.5 size-4 accent-ink outline-none'}
      />
      <span className="font-bold">{m.pack_name({ n: formatCount(pack.tokens, lang) })}</span>
      <span className="font-extrabold text-euro">{formatMoney(pack.price, EURO, lang)}</span>
      <span className={`text-small text-muted ${isAlone ? 'col-span-2' : 'col-start-2 col-end-4'}`}>
        {left < 0
          ? m.pack_short({ count: -left, n: formatCount(-left, lang) })
          : m.pack_enough({ count: left, n: formatCount(left, lang) })}
      </span>
    </label>
  )
}
