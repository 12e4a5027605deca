import { type Guard, GuardForm, type ScheduleEntry } from '#contract/guards.ts'
import { fromInput, toInput } from './beijing-input.ts'

/** What the form holds: every rule with a switch of its own. */
export interface GuardFields {
  stop_on: boolean
  stop_at: string
  schedule: Partial<ScheduleEntry>[]
  spend_on: boolean
  spend_limit: string
  idle_on: boolean
  idle: { percent: number | null; minutes: number | null }
}

export const fieldsOf = (guard: Guard): GuardFields => ({
  stop_on: guard.stop_at !== null,
  stop_at: toInput(guard.stop_at),
  schedule: guard.schedule,
  spend_on: guard.spend_limit !== null,
  spend_limit: guard.spend_limit ?? '',
  idle_on: guard.idle !== null,
  idle: guard.idle ?? { percent: 5, minutes: 30 },
})

/** A time that was not touched is sent as it was, to the second; one that is missing as text that no rule takes. */
const stopAt = ({ stop_on, stop_at }: GuardFields, guard: Guard): string | null => {
  if (!stop_on) return null
  return stop_at && stop_at === toInput(guard.stop_at) ? guard.stop_at : (fromInput(stop_at) ?? '')
}

/** The body these fields come to. */
const bodyOf = (fields: GuardFields, guard: Guard): Record<keyof GuardForm, unknown> => ({
  stop_at: stopAt(fields, guard),
  schedule: fields.schedule,
  spend_limit: fields.spend_on ? fields.spend_limit : null,
  idle: fields.idle_on ? fields.idle : null,
})

/** Messages by field path, as the contract's schema has them. */
export type Faults = Record<string, string[]>

/** The body to send, or what is wrong with the fields. */
export function readFields(fields: GuardFields, guard: Guard): { body: GuardForm } | { faults: Faults } {
  const parsed = GuardForm.safeParse(bodyOf(fields, guard))
  if (parsed.success) return { body: parsed.data }
  const faults: Faults = {}
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.')
    faults[name] = [...(faults[name] ?? []), message]
  }
  return { faults }
}
