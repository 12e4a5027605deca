/** Editions of the all-in-one appliance (requirements §1). Free of zod because the public page imports this file too. */
export const applianceEditions = { standard: '标准版', professional: '专业版', flagship: '旗舰版' } as const
export type ApplianceEdition = keyof typeof applianceEditions

/** What a sales enquiry can be about: an edition, or something else. */
export const leadInterests = { ...applianceEditions, undecided: '还没确定，需要建议', cloud: 'GPU 云上租用' } as const
export type LeadInterest = keyof typeof leadInterests
