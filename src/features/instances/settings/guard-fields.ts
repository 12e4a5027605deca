import { type InstanceGuard, InstanceGuardForm, type ScheduleEntry } from '#contract/guards.ts'
import { formatDuration } from '#src/features/instances/instance-text.ts'
import { parseBeijingInput, toBeijingInput } from './beijing-input.ts'

/** Form fields: every rule has its own switch. */
export interface GuardFields {
  stop_on: boolean
  stop_at: string
  schedule: Partial<ScheduleEntry>[]
  spend_on: boolean
  spend_limit: string
  idle_on: boolean
  idle: { percent: number | null; minutes: number | null }
}

export const toGuardFields = (guard: InstanceGuard): GuardFields => ({
  stop_on: guard.stop_at !== null,
  stop_at: toBeijingInput(guard.stop_at),
  schedule: guard.schedule,
  spend_on: guard.spend_limit !== null,
  spend_limit: guard.spend_limit ?? '',
  idle_on: guard.idle !== null,
  idle: guard.idle ?? { percent: 5, minutes: 30 },
})

/**
 * Computes the stop time to send: an unchanged time is sent exactly, to the second; a missing one becomes text that validation
 * rejects.
 */
const computeStopAt = ({ stop_on: stopOn, stop_at: stopAt }: GuardFields, guard: InstanceGuard): string | null => {
  if (!stopOn) return null
  return stopAt && stopAt === toBeijingInput(guard.stop_at) ? guard.stop_at : (parseBeijingInput(stopAt) ?? '')
}

/** Builds the request body from the fields. */
const toGuardBody = (fields: GuardFields, guard: InstanceGuard): Record<keyof InstanceGuardForm, unknown> => ({
  stop_at: computeStopAt(fields, guard),
  schedule: fields.schedule,
  spend_limit: fields.spend_on ? fields.spend_limit : null,
  idle: fields.idle_on ? fields.idle : null,
})

/** Messages by field path, as in the contract's schema. */
export type GuardFaults = Record<string, string[]>

/** Returns the request body, or the field errors. */
export function parseGuardFields(
  fields: GuardFields,
  guard: InstanceGuard,
): { body: InstanceGuardForm } | { faults: GuardFaults } {
  const parsed = InstanceGuardForm.safeParse(toGuardBody(fields, guard))
  if (parsed.success) return { body: parsed.data }
  const faults: GuardFaults = {}
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.')
    faults[name] = [...(faults[name] ?? []), message]
  }
  return { faults }
}

/** Formats how long a spending limit lasts from the boot at the current hourly price; null if the limit is no valid amount. */
export function formatLimitDuration(limit: string | undefined, priceHour: string): string | null {
  const seconds = (Number(limit) / Number(priceHour)) * 3600
  return limit && Number.isFinite(seconds) && seconds >= 1 ? formatDuration(seconds) : null
}
