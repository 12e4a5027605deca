export interface LeadDraft {
  name: string
  phone: string
  company: string
  /** Empty until selected. */
  interest: string
  /** Empty: no preference. */
  vendor: string
  message: string
}
export type LeadDraftField = keyof LeadDraft
export type LeadFaults = Partial<Record<LeadDraftField, string>>

export const leadDraftFields = [
  'name',
  'phone',
  'company',
  'interest',
  'vendor',
  'message',
] as const satisfies readonly LeadDraftField[]
export const emptyLeadDraft: LeadDraft = { name: '', phone: '', company: '', interest: '', vendor: '', message: '' }

const storageKey = 'appliance.lead'

/** Unsent form input that survives a reload; kept for this tab only, until it is sent. */
export function getLeadDraft(): LeadDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>
    const known = leadDraftFields.flatMap((field) => (typeof kept[field] === 'string' ? [[field, kept[field]]] : []))
    return { ...emptyLeadDraft, ...Object.fromEntries(known) }
  } catch {
    return emptyLeadDraft
  }
}

export const saveLeadDraft = (lead: LeadDraft): void => sessionStorage.setItem(storageKey, JSON.stringify(lead))
export const deleteLeadDraft = (): void => sessionStorage.removeItem(storageKey)
