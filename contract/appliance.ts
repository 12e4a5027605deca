/** The all-in-one appliance as it is sold (requirements §1). Without zod: the public page reads it, too. */
export const applianceEditions = { standard: '标准版', professional: '专业版', flagship: '旗舰版' } as const
export type ApplianceEdition = keyof typeof applianceEditions

/** What somebody may ask about before buying: an edition, or something else. */
export const leadInterests = { ...applianceEditions, undecided: '还没确定，需要建议', cloud: 'GPU 云上租用' } as const
export type LeadInterest = keyof typeof leadInterests
