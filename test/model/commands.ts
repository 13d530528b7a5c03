import fc from 'fast-check'
import {
  accept,
  convert,
  openJob,
  openJobs,
  operatorGrants,
  removeJob,
  contactSupport,
} from './conversion-commands.ts'
import { finalizePurchase, endCheckout, refund, deliverEvent, order } from './purchase-commands.ts'
import { row } from './rows.ts'
import {
  askToVerify,
  removeAccount,
  signOutAll,
  signOutOther,
  forgetPassword,
  newPassword,
  operatorSignsOut,
  useLink,
} from './settings-commands.ts'
import { readSession, guessPassword, signIn, signOut, signUp } from './sign-in-commands.ts'
import { type Actor, type Command, type System, BROWSERS, USERS, actorOf } from './system.ts'
import { wait } from './time-commands.ts'

/** Every command with its relative frequency. */
const COMMANDS: Record<string, [weight: number, act: (actor: Actor) => Promise<void>]> = {
  convert: [30, convert],
  openJob: [4, openJob],
  openJobs: [2, openJobs],
  removeJob: [4, removeJob],
  signUp: [6, signUp],
  signIn: [10, signIn],
  signOut: [3, signOut],
  guessPassword: [1, guessPassword],
  newPassword: [3, newPassword],
  forgetPassword: [7, forgetPassword],
  askToVerify: [3, askToVerify],
  useLink: [10, useLink],
  signOutOther: [3, signOutOther],
  signOutAll: [1, signOutAll],
  removeAccount: [3, removeAccount],
  operatorSignsOut: [1, operatorSignsOut],
  operatorGrants: [4, operatorGrants],
  accept: [1, accept],
  contactSupport: [2, contactSupport],
  order: [6, order],
  endCheckout: [5, endCheckout],
  finalizePurchase: [5, finalizePurchase],
  deliverEvent: [5, deliverEvent],
  refund: [4, refund],
  wait: [6, wait],
}

const who = {
  user: fc.nat(USERS - 1),
  // Most actions are done by a signed-in user.
  browser: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.nat(BROWSERS - 1)),
  n: fc.nat(40),
  way: fc.nat(9),
}

const command: fc.Arbitrary<Command> = fc.oneof(
  ...Object.entries(COMMANDS).map(([kind, [weight]]) => ({
    weight,
    arbitrary:
      kind === 'convert'
        ? fc.record({ ...who, kind: fc.constant(kind), rows: fc.array(row, { maxLength: 12 }) })
        : fc.record({ ...who, kind: fc.constant(kind) }),
  })),
)

const SIGNED_UP: Command[] = [0, 1].map((user) => ({ kind: 'signUp', user, browser: 0, n: 0, way: 9 }))

/** Commands of three users over a few days. Two of them have an account at first. */
export const commandSequences = fc
  .array(command, { minLength: 40, maxLength: 60, size: 'max' })
  .map((commands) => [...SIGNED_UP, ...commands])

/** Runs one command on the server and on the model, and compares the session afterwards. */
export async function runCommand(system: System, one: Command): Promise<void> {
  const actor = actorOf(system, one)
  const [, act] = COMMANDS[one.kind] ?? []
  if (act === undefined) throw new Error(`There is no command “${one.kind}”.`)
  await act(actor)
  await readSession(actor)
  // No two commands have the same time.
  system.model.now += 1
  system.shop.passTime(1)
}
