import type { ApplianceEdition } from '#contract/appliance.ts'
import { paths, withQuery } from '#src/paths.ts'

export const consult_id = 'consult'

/** The form, with an edition chosen. */
export const consultPath = (edition?: ApplianceEdition): string => `${withQuery(paths.lg_model_aio, { edition })}#${consult_id}`

/** Brings the form into sight and the keyboard to it; the router leaves a hash on the same page alone. */
export function goToConsult(): void {
  const form = document.getElementById(consult_id)
  form?.scrollIntoView({ block: 'start' })
  form?.focus({ preventScroll: true })
}
