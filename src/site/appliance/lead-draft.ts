export interface Lead {
  name: string
  phone: string
  company: string
  /** Empty until chosen. */
  interest: string
  /** Empty: no preference. */
  vendor: string
  message: string
}
export type LeadField = keyof Lead
export type Faults = Partial<Record<LeadField, string>>

export const lead_fields = ['name', 'phone', 'company', 'interest', 'vendor', 'message'] as const satisfies readonly LeadField[]
export const empty_lead: Lead = { name: '', phone: '', company: '', interest: '', vendor: '', message: '' }

const key = 'appliance.lead'

/** What was typed before a reload; kept for this tab only, until it is sent. */
export function readDraft(): Lead {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>
    const known = lead_fields.flatMap((field) => (typeof kept[field] === 'string' ? [[field, kept[field]]] : []))
    return { ...empty_lead, ...Object.fromEntries(known) }
  } catch {
    return empty_lead
  }
}

export const writeDraft = (lead: Lead): void => sessionStorage.setItem(key, JSON.stringify(lead))
export const forgetDraft = (): void => sessionStorage.removeItem(key)
