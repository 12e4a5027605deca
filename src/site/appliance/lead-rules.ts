import { LeadForm, leads } from '#contract/leads.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { Faults, Lead, LeadField } from './lead-draft.ts'

// Imported lazily, at the first field that is left: a reader of the page needs neither the rules nor the HTTP client.

/** What the contract says against each field. */
export function faultsOf(lead: Lead): Faults {
  const faults: Faults = {}
  for (const { path, message } of LeadForm.safeParse(bodyOf(lead)).error?.issues ?? []) {
    const field = path[0] as LeadField
    faults[field] ??= message
  }
  return faults
}

const bodyOf = (lead: Lead) => ({ ...lead, vendor: lead.vendor || null }) as LeadForm

export type Sent = { faults: Faults; message: string } | null

/** Sends a lead; null when it was taken in, else what is wrong, where. */
export async function sendLead(lead: Lead): Promise<Sent> {
  try {
    await call(leads.create, { body: bodyOf(lead) })
    return null
  } catch (error) {
    if (!isApiError(error)) throw error
    const faults = Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, [message]]) => [field, message]))
    return { faults: faults as Faults, message: error.message }
  }
}
