/** The all-in-one appliance as it is sold (spec §1). Without zod: the public page reads it, too. */
export const appliance_editions = { standard: '标准版', professional: '专业版', flagship: '旗舰版' } as const
export type ApplianceEdition = keyof typeof appliance_editions

/** What somebody may ask about before buying: an edition, or something else. */
export const lead_interests = { ...appliance_editions, undecided: '还没确定，需要建议', cloud: 'GPU 云上租用' } as const
export type LeadInterest = keyof typeof lead_interests
