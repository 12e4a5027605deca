import { step_up } from '#contract/step-up.ts'
import type { Call } from '#tests/support/calls.ts'

/** Somebody who has just proved by the password who is at the keyboard. */
export async function proved<P extends { call: Call; user: { password: string } }>(person: P): Promise<P> {
  const { status, raw } = await person.call(step_up.prove, { body: { password: person.user.password } })
  if (status !== 200) throw new Error(`not proved: ${raw}`)
  return person
}
