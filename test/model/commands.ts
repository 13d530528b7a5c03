import fc from 'fast-check'
import { accept, convert, openJob, openJobs, operatorGrants, removeJob, write } from './conversion-deeds.ts'
import { comeBack, decide, giveMoneyBack, message, order } from './purchase-deeds.ts'
import { row } from './rows.ts'
import {
  askToVerify,
  close,
  endAll,
  endOther,
  forgetPassword,
  newPassword,
  operatorSignsOut,
  useLink,
} from './settings-deeds.ts'
import { askMe, guess, signIn, signOut, signUp } from './sign-in-deeds.ts'
import { type Actor, type Deed, type Stage, BROWSERS, USERS, actorOf } from './stage.ts'
import { wait } from './time-deeds.ts'

/** What can be done, and how often it is. */
const DEEDS: Record<string, [weight: number, act: (actor: Actor) => Promise<void>]> = {
  convert: [30, convert],
  openJob: [4, openJob],
  openJobs: [2, openJobs],
  removeJob: [4, removeJob],
  signUp: [6, signUp],
  signIn: [10, signIn],
  signOut: [3, signOut],
  guess: [1, guess],
  newPassword: [3, newPassword],
  forgetPassword: [7, forgetPassword],
  askToVerify: [3, askToVerify],
  useLink: [10, useLink],
  endOther: [3, endOther],
  endAll: [1, endAll],
  close: [3, close],
  operatorSignsOut: [1, operatorSignsOut],
  operatorGrants: [4, operatorGrants],
  accept: [1, accept],
  write: [2, write],
  order: [6, order],
  decide: [5, decide],
  comeBack: [5, comeBack],
  message: [5, message],
  giveMoneyBack: [4, giveMoneyBack],
  wait: [6, wait],
}

const who = {
  user: fc.nat(USERS - 1),
  // Most actions are done by a signed-in user.
  browser: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.nat(BROWSERS - 1)),
  n: fc.nat(40),
  way: fc.nat(9),
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
  ...Object.entries(DEEDS).map(([kind, [weight]]) => ({
    weight,
    arbitrary:
      kind === 'convert'
        ? fc.record({ ...who, kind: fc.constant(kind), rows: fc.array(row, { maxLength: 12 }) })
        : fc.record({ ...who, kind: fc.constant(kind) }),
  })),
)

const SIGNED_UP: Deed[] = [0, 1].map((user) => ({ kind: 'signUp', user, browser: 0, n: 0, way: 9 }))

/** A few days of three users. Two of them have an account at first. */
export const days = fc
  .array(deed, { minLength: 40, maxLength: 60, size: 'max' })
  .map((deeds) => [...SIGNED_UP, ...deeds])

/** Does one at the server and in the model, and asks who is signed in after it. */
export async function perform(stage: Stage, one: Deed): Promise<void> {
  const actor = actorOf(stage, one)
  await DEEDS[one.kind]?.[1](actor)
  await askMe(actor)
  // Of two deeds one is before the other.
  stage.model.now += 1
  stage.shop.passTime(1)
}
