import secretKeys from '#src/features/keys/keys.resource.tsx'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { buildResourceEntry } from '#tests/web/support/entries.ts'

export const testDataProvider = createDataProvider([buildResourceEntry(secretKeys)])
export const testResourceName = secretKeys.name
