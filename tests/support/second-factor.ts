import { URI } from 'otpauth'
import { resultCodes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/second-factor.ts'
import type { ApiCaller, ApiReply, TestCallOptions } from './calls.ts'
import type { HeldClock } from './held-clock.ts'
import { stepUpByPassword } from './step-up.ts'

/** The code that an authenticator app shows for an otpauth address. */
export const computeFactorCode = (uri: string, at: Date): string => {
  const totp = URI.parse(uri)
  if (!('period' in totp)) throw new Error('not time-based')
  return totp.generate({ timestamp: at.getTime() })
}

/** The ticket of a first step that waits for the second. */
export function readTicket({ code, ticket, raw }: ApiReply<Endpoint>): string {
  if (code !== resultCodes.second_factor_required.code || !ticket) throw new Error(`no second step: ${raw}`)
  return ticket.token
}

/** Adds a second factor to somebody's account, and moves on to the next code. */
export async function addSecondFactor(
  person: { call: ApiCaller; user: { password: string } },
  clock: HeldClock,
): Promise<{ code(): string; recovery_codes: string[] }> {
  await stepUpByPassword(person)
  const { uri } = (await person.call(secondFactor.enrol)).data
  const code = () => computeFactorCode(uri, clock.now())
  const { recovery_codes: recoveryCodes } = (await person.call(secondFactor.confirm, { body: { code: code() } })).data
  await clock.advance(30_000)
  return { code, recovery_codes: recoveryCodes }
}

/** Finishes a sign-in by a code or a recovery code. */
export const takeSecondStep = (
  call: ApiCaller,
  ticket: string,
  proof: { code: string } | { recovery_code: string },
  options: TestCallOptions = {},
) => call(secondFactor.sign_in, { body: { ticket, ...proof } }, options)
