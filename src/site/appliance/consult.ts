import type { ApplianceEdition } from '#contract/appliance.ts'
import { paths, withQuery } from '#src/paths.ts'

export const consultFormId = 'consult'

/** The form, with an edition chosen. */
export const buildConsultPath = (edition?: ApplianceEdition): string =>
  `${withQuery(paths.lgModelAio, { edition })}#${consultFormId}`

/** Brings the form into sight and the keyboard to it; the router leaves a hash on the same page alone. */
export function scrollToConsultForm(): void {
  const form = document.getElementById(consultFormId)
  form?.scrollIntoView({ block: 'start' })
  form?.focus({ preventScroll: true })
}
