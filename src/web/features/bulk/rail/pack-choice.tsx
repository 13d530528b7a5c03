import { useId, useState } from 'react'
import { formatCount, formatMoney } from '#money/format.ts'
import { PLANS, type Pack, findPack } from '#product/plans.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { pathOf } from '../../../routing/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LinkedText } from '../../../ui/linked-text.tsx'
import { DetailsChevron } from '../../../ui/icon.tsx'
import { saveResumeMode } from '#engine/storage/preferences.ts'

export const BUY_ID = 'buy-tokens'

const PACKS: readonly Pack[] = PLANS.flatMap(({ id }) => findPack(id) ?? [])

/** The smallest pack that covers the missing tokens; the largest one where none does. */
const packFor = (missing: number): Pack | undefined =>
  PACKS.find(({ tokens }) => tokens >= missing) ?? PACKS.at(-1)

/** Buys the tokens that are missing: the pack that covers them, the others folded. */
export function PackChoice({ missing }: { missing: number }) {
  const lang = useLang()
  const name = useId()
  const covering = packFor(missing)
  const [picked, setPicked] = useState<string>()
  const pack = findPack(picked ?? '') ?? covering
  if (!covering || !pack) return null
  const others = PACKS.filter((one) => one !== covering)
  const price = formatMoney(pack.price, 'EUR', lang)
  const option = (one: Pack) => (
    <label
      key={one.id}
      className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-baseline gap-x-2.5 rounded-base border border-line-strong px-3 py-2 has-checked:border-ink has-checked:bg-sunken has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
    >
      <input
        type="radio"
        name={name}
        checked={one === pack}
        onChange={() => setPicked(one.id)}
        className="size-4 accent-ink outline-none"
      />
      <span className="font-bold">{m.pack_name({ n: formatCount(one.tokens, lang) })}</span>
      <span className="font-extrabold">{formatMoney(one.price, 'EUR', lang)}</span>
      {one.tokens >= missing && (
        <span className="col-start-2 col-end-4 text-small text-muted">
          {m.pack_enough({ count: one.tokens - missing, n: formatCount(one.tokens - missing, lang) })}
        </span>
      )}
    </label>
  )
  return (
    <div id={BUY_ID} tabIndex={-1} className="grid gap-2.5 outline-none" data-testid="buy">
      <fieldset className="grid min-w-0 gap-2">
        <legend className="sr-only">{m.packs_title()}</legend>
        {option(covering)}
        <details className="group">
          <summary className="flex min-h-9 items-center gap-1.5 text-small text-muted pointer-coarse:min-h-11">
            {m.packs_other()}
            <DetailsChevron className="size-4" />
          </summary>
          <div className="grid gap-2 pt-1">{others.map(option)}</div>
        </details>
      </fieldset>
      <p className="text-small text-muted">{m.buy_final({ price })}</p>
      <p id={`${name}-consent`} className="text-small text-muted">
        <LinkedText text={m.buy_consent()} inNewTab />
      </p>
      <ButtonLink
        look="filled"
        size="large"
        className="px-2! text-base!"
        to={`${pathOf('checkout', lang)}?priceId=${pack.id}`}
        aria-describedby={`${name}-consent`}
        onClick={saveResumeMode}
      >
        {m.buy_pack({ tokens: formatCount(pack.tokens, lang), price })}
      </ButtonLink>
      <p className="text-small text-muted">{m.buy_return()}</p>
    </div>
  )
}
