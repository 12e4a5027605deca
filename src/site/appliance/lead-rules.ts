/** Imported lazily, when the first field loses focus: readers of the page need neither the rules nor the HTTP client. */

import { LeadForm, leads } from '#contract/leads.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import type { LeadDraft, LeadDraftField, LeadFaults } from './lead-draft.ts'

/** Returns the contract's validation errors by field. */
export function findLeadFaults(lead: LeadDraft): LeadFaults {
  const faults: LeadFaults = {}
  for (const { path, message } of LeadForm.safeParse(toLeadForm(lead)).error?.issues ?? []) {
    const field = path[0] as LeadDraftField
    faults[field] ??= message
  }
  return faults
}

const toLeadForm = (lead: LeadDraft) => ({ ...lead, vendor: lead.vendor || null }) as LeadForm

export type LeadFailure = { faults: LeadFaults; message: string } | null

/** Sends a lead; returns null on success, else the errors by field. */
export async function sendLead(lead: LeadDraft): Promise<LeadFailure> {
  try {
    await callEndpoint(leads.create, { body: toLeadForm(lead) })
    return null
  } catch (error) {
    if (!isApiError(error)) throw error
    const faults = Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, [message]]) => [field, message]))
    return { faults: faults as LeadFaults, message: error.message }
  }
}
