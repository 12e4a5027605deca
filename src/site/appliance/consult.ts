import type { ApplianceEdition } from '#contract/appliance.ts'
import { paths, withQuery } from '#src/paths.ts'

export const consultFormId = 'consult'

/** Path to the form with an edition preselected. */
export const buildConsultPath = (edition?: ApplianceEdition): string =>
  `${withQuery(paths.lgModelAio, { edition })}#${consultFormId}`

/** Scrolls to the form and focuses it; the router ignores a hash on the same page. */
export function scrollToConsultForm(): void {
  const form = document.getElementById(consultFormId)
  form?.scrollIntoView({ block: 'start' })
  form?.focus({ preventScroll: true })
}
