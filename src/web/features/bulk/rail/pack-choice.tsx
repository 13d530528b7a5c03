import { useId, useState } from 'react'
import { EURO } from '#money/currency.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { PACKS, type Pack, findPack, packFor } from '#product/plans.ts'
import { saveResume } from '#engine/storage/preferences.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { pathOf } from '../../../routing/paths.ts'
import { PurchaseTerms } from '../../../session/purchase-terms.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DetailsChevron } from '../../../ui/icon.tsx'
import { LinkedText } from '../../../ui/linked-text.tsx'

export const BUY_ID = 'buy-tokens'

/** Buys the tokens that are missing: the pack that covers them, the others folded. */
export function PackChoice({ missing }: { missing: number }) {
  const lang = useLang()
  const name = useId()
  const covering = packFor(missing)
  const [picked, setPicked] = useState<string>()
  const pack = findPack(picked ?? '') ?? covering
  if (!covering || !pack) return null
  const others = PACKS.filter((one) => one !== covering)
  const n = (count: number) => formatCount(count, lang)
  const termsId = `${name}-terms`
  const option = (one: Pack) => (
    <PackOption
      key={one.id}
      pack={one}
      name={name}
      left={one.tokens - missing}
      isPicked={one === pack}
      onPick={() => setPicked(one.id)}
    />
  )
  return (
    <div id={BUY_ID} tabIndex={-1} className="grid gap-2.5 outline-none" data-testid="buy">
      <fieldset className="grid min-w-0 gap-2">
        <legend className="sr-only">{m.packs_title()}</legend>
        {option(covering)}
        <details className="group">
          <summary className="flex min-h-9 items-center gap-1.5 text-small text-muted pointer-coarse:min-h-11">
            {m.packs_other({ packs: others.map(({ tokens }) => n(tokens)).join(', ') })}
            <DetailsChevron className="size-4" />
          </summary>
          <div className="grid gap-2 pt-1">{others.map(option)}</div>
        </details>
      </fieldset>
      {covering.tokens < missing && (
        <p className="text-small">
          <LinkedText text={m.packs_beyond({ n: n(missing) })} inNewTab />
        </p>
      )}
      <ButtonLink
        look="filled"
        size="large"
        className="px-2! text-base!"
        to={`${pathOf('checkout', lang)}?priceId=${pack.id}`}
        aria-describedby={termsId}
        onClick={() => saveResume('bulk')}
      >
        {m.buy_pack({ tokens: n(pack.tokens), price: formatMoney(pack.price, EURO, lang) })}
      </ButtonLink>
      <PurchaseTerms pack={pack} id={termsId} inNewTab />
      <p className="text-small text-muted">{m.buy_return()}</p>
    </div>
  )
}

type OptionProps = {
  pack: Pack
  name: string
  /** Tokens left after the conversion; negative where the pack does not cover it. */
  left: number
  isPicked: boolean
  onPick: () => void
}

function PackOption({ pack, name, left, isPicked, onPick }: OptionProps) {
  const lang = useLang()
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-baseline gap-x-2.5 rounded-base border border-line-strong px-3 py-2 has-checked:border-ink has-checked:bg-sunken has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      <input
        type="radio"
        name={name}
        checked={isPicked}
        onChange={onPick}
        className="size-4 accent-ink outline-none"
      />
      <span className="font-bold">{m.pack_name({ n: formatCount(pack.tokens, lang) })}</span>
      <span className="font-extrabold">{formatMoney(pack.price, EURO, lang)}</span>
      <span className="col-start-2 col-end-4 text-small text-muted">
        {left < 0
          ? m.pack_short({ count: -left, n: formatCount(-left, lang) })
          : m.pack_enough({ count: left, n: formatCount(left, lang) })}
      </span>
    </label>
  )
}
