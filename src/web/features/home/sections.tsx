import { Accuracy } from './accuracy.tsx'
import { BeforeAfter } from './before-after.tsx'
import { Closing } from './closing.tsx'
import { Facts } from './facts.tsx'
import { Features } from './features.tsx'
import { Privacy } from './privacy.tsx'
import { Steps } from './steps.tsx'
import { UseCases } from './use-cases.tsx'

/** The sections after the hero, in the order of HOME-01. */
export default function Sections() {
  return (
    <div className="grid grid-cols-1 gap-14 sm:gap-16">
      <Features />
      <Steps />
      <BeforeAfter />
      <UseCases />
      <Facts />
      <div className="grid grid-cols-1 gap-x-16 gap-y-14 lg:grid-cols-2">
        <Accuracy />
        <Privacy />
      </div>
      <Closing />
    </div>
  )
}
